import { en } from "./en.ts";
import { ja } from "./ja.ts";
import type { Lang } from "./lang.ts";

export type Catalog = typeof en;

const catalogs: Record<Lang, Catalog> = { en, ja };

export function catalog(lang: Lang): Catalog {
  return catalogs[lang];
}
