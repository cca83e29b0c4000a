import type { Insight } from "#store/insight-store.ts";
import { schema } from "./schema.ts";

/** A category names a folder in the insight store. */
export const categorySchema = (description: string) =>
  schema.text({
    pattern: "^[a-z0-9][a-z0-9-]{0,39}$",
    title: "lower-case letters, digits and hyphens, at most 40",
    description,
  });

export const insightSchema = schema.output({
  id: schema.text(),
  category: schema.text(),
  title: schema.text(),
  content: schema.text(),
  author: schema.text(),
  session: schema.text(),
  timestamp: schema.text(),
});

/** Without other fields that its file may have. */
export function insightData({ id, category, title, content, author, session, timestamp }: Insight): Insight {
  return { id, category, title, content, author, session, timestamp };
}
