import { matches, newestFirst } from "#store/insight-search.ts";
import type { Insight, InsightStore } from "#store/insight-store.ts";

export function memoryInsightStore(): InsightStore {
  const insights = new Map<string, Insight>();
  return {
    async add(insight) {
      insights.set(insight.id, { ...insight });
    },
    async find({ category, words = [] }) {
      return [...insights.values()]
        .filter((insight) => (category === undefined || insight.category === category) && matches(insight, words))
        .sort(newestFirst)
        .map((insight) => ({ ...insight }));
    },
  };
}
