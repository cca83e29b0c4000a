import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import { errorText } from "#cli/frame/report-error.ts";
import type { Catalog } from "#i18n/catalog.ts";

export function ritualText({ role, state, blocker, error }: RitualProgress, words: Catalog): string {
  if (blocker) return words.ritual.waits(role, words.status.blockers[blocker]);
  return state === "given" ? words.ritual.given(role) : words.ritual.failed(role, errorText(error, words).message);
}
