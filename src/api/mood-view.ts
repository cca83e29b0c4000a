import type { Mood } from "#agent-cli/observer.ts";
import type { ObservedMood } from "#app/observe/moods.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { moodDetail } from "#i18n/mood-detail.ts";

/** An observed mood, with its failure described in words. */
export function moodView({ failure, ...mood }: ObservedMood, words: Catalog): Mood {
  const detail = moodDetail({ failure, detail: mood.detail }, words);
  return { ...mood, ...(detail !== undefined && { detail }) };
}
