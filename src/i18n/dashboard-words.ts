import { enDashboard } from "./en-dashboard.ts";
import { jaDashboard } from "./ja-dashboard.ts";
import type { Lang } from "./lang.ts";

export type DashboardWords = typeof enDashboard;

const words: Record<Lang, DashboardWords> = { en: enDashboard, ja: jaDashboard };

/** Not in the catalog: only `dashboard` loads them. */
export function dashboardWords(lang: Lang): DashboardWords {
  return words[lang];
}
