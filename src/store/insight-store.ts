import type { RoleId } from "#mail/message.ts";

/** A fact that an agent stores for later sessions. */
export interface Insight {
  id: string;
  category: string;
  title: string;
  content: string;
  author: RoleId;
  session: string;
  timestamp: string;
}

/** Insights outlive sessions. */
export interface InsightStore {
  add(insight: Insight): Promise<void>;
  /** Insights of the category (all without one) that contain every word, ignoring case; newest first. */
  find(query: { category?: string; words?: readonly string[] }): Promise<Insight[]>;
}
