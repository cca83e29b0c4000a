import { en } from "./en.ts";
import type { Lang } from "./lang.ts";

/** Every word a person sees; each language must have them all. */
export type Catalog = typeof en;

/** English is always loaded: its errors are the ones that are thrown. */
export async function catalog(lang: Lang): Promise<Catalog> {
  return lang === "en" ? en : (await import("./ja.ts")).ja;
}
