import { enReport } from "./en-report.ts";
import { jaReport } from "./ja-report.ts";
import type { Lang } from "./lang.ts";

export type ReportWords = typeof enReport;

const words: Record<Lang, ReportWords> = { en: enReport, ja: jaReport };

/** Not in the catalog: only `cost`, `report` and `log --export` load them. */
export function reportWords(lang: Lang): ReportWords {
  return words[lang];
}
