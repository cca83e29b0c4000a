import type { Insight } from "./insight-store.ts";

/** True if the insight's category, title and content together contain every word. */
export function matches(insight: Insight, words: readonly string[]): boolean {
  return holdsAll(`${insight.category}\n${insight.title}\n${insight.content}`, words);
}

export function holdsAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(fold(word)));
}

export function newestFirst(a: Insight, b: Insight): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Ignores case and width: ＴＭＵＸ, Tmux and tmux are one word. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
