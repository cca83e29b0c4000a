import type { RoleId } from "#mail/message.ts";
import { type Draft, emptyDraft } from "./draft.ts";

/** A role of one of the armies that are shown. */
export interface Place {
  army: string;
  role: RoleId;
}

/** Everything a person has done to the screen. */
export interface Ui {
  mode: "watch" | "write" | "filter" | "restart" | "help";
  chosen?: Place | undefined;
  filter: Draft;
  draft: Draft;
  /** Whom the draft is for; it is kept when the line is left. */
  addressee?: Place | undefined;
  notice?: Notice | undefined;
}

export interface Notice {
  text: string;
  tone: "good" | "bad";
}

export const firstUi: Ui = { mode: "watch", filter: emptyDraft, draft: emptyDraft };

/** Somebody may be asked whether a role shall be restarted. */
export function askRestart(ui: Ui, place: Place): Ui {
  return { ...ui, mode: "restart", chosen: place };
}

/** The chosen role, or the first where it is not on the screen. */
export function chosenAmong({ chosen }: Ui, places: readonly Place[]): Place | undefined {
  return places.find((place) => isSame(place, chosen)) ?? places[0];
}

export function isSame(a: Place, b: Place | undefined): boolean {
  return a.army === b?.army && a.role === b.role;
}
