import * as z from "zod";
import { newInsight } from "#mail/insight.ts";
import { categorySchema } from "#relay/insight.ts";
import { requireInsights, tool } from "#relay/tool.ts";

const MAX_TITLE_CHARACTERS = 200;
const MAX_CONTENT_CHARACTERS = 16_000;

export const shareInsight = tool({
  name: "share_insight",
  title: "Keep something learned for later sessions",
  description: `Keep something you learned that a later session should know: a cause that took long to find, a rule of this code base, a decision and its reason. It outlives this session. It is not a message: no role is notified.
Returns its id. Search with query_insights first, to avoid duplicates.
Example: {"category": "testing", "title": "e2e needs port 4000", "content": "The e2e tests fail without an error message when port 4000 is taken."}`,
  input: () =>
    z.object({
      category: categorySchema().describe("Topic to file it under, e.g. testing, build, api."),
      title: z
        .string()
        .min(1)
        .max(MAX_TITLE_CHARACTERS)
        .describe(`The insight in one line, at most ${MAX_TITLE_CHARACTERS} characters.`),
      content: z
        .string()
        .min(1)
        .max(MAX_CONTENT_CHARACTERS)
        .describe(`What to know, and how you know it, at most ${MAX_CONTENT_CHARACTERS} characters.`),
    }),
  output: () => z.object({ id: z.string(), category: z.string(), title: z.string() }),
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
  async run({ category, title, content }, context) {
    const { role, roster, clock } = context;
    const insight = newInsight({ category, title, content, author: role, session: roster.session }, clock);
    await requireInsights(context).add(insight);
    return { text: `Kept in ${category} as ${insight.id}.`, data: { id: insight.id, category, title } };
  },
});
