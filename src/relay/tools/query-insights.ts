import { MAX_READING_BYTES } from "#mail/inbox.ts";
import { categorySchema, insightData, insightSchema } from "#relay/insight.ts";
import { schema } from "#relay/schema.ts";
import { indented, oneLine } from "#relay/text.ts";
import { requireInsights, tool } from "#relay/tool.ts";
import type { Insight } from "#store/insight-store.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;

export const queryInsights = tool({
  name: "query_insights",
  title: "Search what earlier sessions learned",
  description: `Search the insights kept with share_insight, in this session and in earlier ones. Use it before you start on something unfamiliar, and when something fails without a clear cause.
Returns the insights that contain every word of the query, ignoring case, newest first; "left" says how many more were found.
Example: {"query": "port e2e"}, or {"category": "testing"} for all of one category.`,
  input: schema.input({
    query: schema.optional(
      schema.text({ maxLength: 500, description: "Words that must all occur, separated by spaces." }),
    ),
    category: schema.optional(categorySchema("Search in this category only.")),
    limit: schema.integer({
      ...{ default: DEFAULT_LIMIT, minimum: 1, maximum: MAX_LIMIT },
      description: "Maximum number of insights to return.",
    }),
  }),
  output: schema.output({
    insights: schema.list(insightSchema),
    left: schema.integer({ minimum: 0, description: "How many more were found." }),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  async run({ query = "", category, limit }, context) {
    const words = query.split(/\s+/).filter(Boolean);
    const found = await requireInsights(context).find({ words, ...(category && { category }) });
    const wanted = found.slice(0, limit);
    const insights = wanted.slice(0, Math.max(1, countFitting(wanted)));
    const left = found.length - insights.length;
    const more = left > 0 ? [`${left} more were found: add words to narrow the search.`] : [];
    return {
      text: found.length === 0 ? "Nothing found." : [...insights.map(render), ...more].join("\n\n"),
      data: { insights: insights.map(insightData), left },
    };
  },
});

function render({ title, category, author, timestamp, content }: Insight): string {
  return `${oneLine(title)}\n${category}, by ${author}, ${timestamp}\n${indented(content)}`;
}

function countFitting(insights: readonly Insight[]): number {
  let bytes = 0;
  const over = insights.findIndex((insight) => {
    bytes += Buffer.byteLength(JSON.stringify(insight));
    return bytes > MAX_READING_BYTES;
  });
  return over === -1 ? insights.length : over;
}
