import { enApi } from "./en-api.ts";
import { jaApi } from "./ja-api.ts";
import type { Lang } from "./lang.ts";

type ApiWords = typeof enApi;

const words: Record<Lang, ApiWords> = { en: enApi, ja: jaApi };

/** Not in the catalog: only `serve` loads them. */
export function apiWords(lang: Lang): ApiWords {
  return words[lang];
}
