import { matches, newestFirst } from "#store/insight-search.ts";
import type { Insight, InsightShelf } from "#store/insight-shelf.ts";

export function memoryInsightShelf(): InsightShelf {
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
