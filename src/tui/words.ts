import type { Catalog } from "#i18n/catalog.ts";
import { type DashboardWords, dashboardWords } from "#i18n/dashboard-words.ts";
import type { Lang } from "#i18n/lang.ts";

export type Words = Catalog & { dashboard: DashboardWords };

export function withDashboard(words: Catalog, lang: Lang): Words {
  return { ...words, dashboard: dashboardWords(lang) };
}
