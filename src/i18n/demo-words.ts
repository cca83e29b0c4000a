import { enDemo } from "./en-demo.ts";
import { jaDemo } from "./ja-demo.ts";
import type { Lang } from "./lang.ts";

export type DemoWords = typeof enDemo;

const words: Record<Lang, DemoWords> = { en: enDemo, ja: jaDemo };

/** Not in the catalog: only `demo` loads them. */
export function demoWords(lang: Lang): DemoWords {
  return words[lang];
}
