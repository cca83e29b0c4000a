import { en } from "./en.ts";
import type { Lang } from "./lang.ts";

/** Texts for users; the compiler requires all of them in every language. */
export type Catalog = typeof en;

/** English is always loaded: errors are thrown with English messages. */
export async function catalog(lang: Lang): Promise<Catalog> {
  return lang === "en" ? en : (await import("./ja.ts")).ja;
}
