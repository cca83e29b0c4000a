import type { Catalog } from "./catalog.ts";

interface Observed {
  detail?: string | undefined;
  loss?: { what: keyof Catalog["watch"]["losses"]; exitStatus?: number | undefined } | undefined;
}

/** What there is to say of a mood beyond its name: what the agent lost, or its CLI's own words. */
export function moodDetail({ detail, loss }: Observed, words: Catalog): string | undefined {
  return loss ? words.watch.losses[loss.what](loss.exitStatus) : detail;
}
