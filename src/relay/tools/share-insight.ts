import type { Clock } from "#base/clock.ts";
import { categorySchema } from "#relay/insight.ts";
import { schema } from "#relay/schema.ts";
import { requireInsights, tool } from "#relay/tool.ts";
import type { Insight } from "#store/insight-store.ts";

const MAX_TITLE_CHARACTERS = 200;
const MAX_CONTENT_CHARACTERS = 16_000;

export const shareInsight = tool({
  name: "share_insight",
  title: "Keep something learned for later sessions",
  description: `Keep something you learned that a later session should know: a cause that took long to find, a rule of this code base, a decision and its reason. It outlives this session; it is not a message, no role is notified.
Returns its id. Search with query_insights first, to avoid duplicates.
Example: {"category": "testing", "title": "e2e needs port 4000", "content": "The e2e tests fail without an error message when port 4000 is taken."}`,
  input: schema.input({
    category: categorySchema("Topic to file it under, e.g. testing, build, api."),
    title: schema.text({
      ...{ minLength: 1, maxLength: MAX_TITLE_CHARACTERS },
      description: `The insight in one line, at most ${MAX_TITLE_CHARACTERS} characters.`,
    }),
    content: schema.text({
      ...{ minLength: 1, maxLength: MAX_CONTENT_CHARACTERS },
      description: `What to know, and how you know it, at most ${MAX_CONTENT_CHARACTERS} characters.`,
    }),
  }),
  output: schema.output({ id: schema.text(), category: schema.text(), title: schema.text() }),
  annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
  async run({ category, title, content }, context) {
    const { role, roster, clock } = context;
    const insight = newInsight({ category, title, content, author: role, session: roster.session }, clock);
    await requireInsights(context).add(insight);
    return { text: `Kept in ${category} as ${insight.id}.`, data: { id: insight.id, category, title } };
  },
});

/** Ids sort by time, and those of two sessions never collide. */
function newInsight(insight: Omit<Insight, "id" | "timestamp">, clock: Clock): Insight {
  const timestamp = new Date(clock.now()).toISOString();
  return { id: `${timestamp.replaceAll(/[-:.TZ]/g, "")}-${crypto.randomUUID()}`, ...insight, timestamp };
}
