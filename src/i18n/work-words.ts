import { enWork } from "./en-work.ts";
import { jaWork } from "./ja-work.ts";
import type { Lang } from "./lang.ts";

type WorkWords = typeof enWork;

const words: Record<Lang, WorkWords> = { en: enWork, ja: jaWork };

/** Not in the catalog: only commands that show worktrees load them. */
export function workWords(lang: Lang): WorkWords {
  return words[lang];
}
