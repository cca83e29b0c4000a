import type { Catalog } from "./catalog.ts";

interface Observed {
  detail?: string | undefined;
  failure?: { what: keyof Catalog["watch"]["failures"]; exitStatus?: number | undefined } | undefined;
}

/** Details of a mood: the failure that ovld recorded, or the text of the agent CLI. */
export function moodDetail({ detail, failure }: Observed, words: Catalog): string | undefined {
  return failure ? words.watch.failures[failure.what](failure.exitStatus) : detail;
}
