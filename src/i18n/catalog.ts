import { en } from "./en.ts";
import { ja } from "./ja.ts";
import type { Lang } from "./lang.ts";

/** Every word a person sees; each language must have them all. */
export type Catalog = typeof en;

const catalogs: Record<Lang, Catalog> = { en, ja };

/** Both are loaded: reading a second file takes longer than parsing a language that is not spoken. */
export function catalog(lang: Lang): Catalog {
  return catalogs[lang];
}
