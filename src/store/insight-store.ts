import type { RoleId } from "#mail/message.ts";

/** Something an agent learned that a later session should know. */
export interface Insight {
  id: string;
  category: string;
  title: string;
  content: string;
  author: RoleId;
  session: string;
  timestamp: string;
}

/** Knowledge that outlives sessions. */
export interface InsightStore {
  add(insight: Insight): Promise<void>;
  /** Insights of the category (all without one) that hold every word, whatever its case; newest first. */
  find(query: { category?: string; words?: readonly string[] }): Promise<Insight[]>;
}
