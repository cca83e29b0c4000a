import type { Catalog } from "./catalog.ts";

interface Observed {
  detail?: string | undefined;
  failure?: { what: keyof Catalog["watch"]["failures"]; exitStatus?: number | undefined } | undefined;
}

/** What there is to say of a mood beyond its name: what the agent lost, or its CLI's own words. */
export function moodDetail({ detail, failure }: Observed, words: Catalog): string | undefined {
  return failure ? words.watch.failures[failure.what](failure.exitStatus) : detail;
}
