import type { RoleId } from "#mail/message.ts";
import { type Draft, emptyDraft } from "./draft.ts";

/** A role of one of the armies that are shown. */
export interface RoleRef {
  army: string;
  role: RoleId;
}

/** Everything a person has done to the screen. */
export interface Ui {
  mode: "watch" | "write" | "filter" | "restart" | "help";
  chosen?: RoleRef | undefined;
  filter: Draft;
  draft: Draft;
  /** Whom the draft is for; it is kept when the line is left. */
  addressee?: RoleRef | undefined;
  notice?: Notice | undefined;
}

export interface Notice {
  text: string;
  tone: "good" | "bad";
}

export const firstUi: Ui = { mode: "watch", filter: emptyDraft, draft: emptyDraft };

/** Somebody may be asked whether a role shall be restarted. */
export function askRestart(ui: Ui, ref: RoleRef): Ui {
  return { ...ui, mode: "restart", chosen: ref };
}

/** The chosen role, or the first where it is not on the screen. */
export function chosenAmong({ chosen }: Ui, refs: readonly RoleRef[]): RoleRef | undefined {
  return refs.find((ref) => isSame(ref, chosen)) ?? refs[0];
}

export function isSame(a: RoleRef, b: RoleRef | undefined): boolean {
  return a.army === b?.army && a.role === b.role;
}
