import type { RoleId } from "#mail/message.ts";
import { type Draft, emptyDraft } from "./draft.ts";

export interface RoleRef {
  army: string;
  role: RoleId;
}

/** State that is changed by keys. */
export interface Ui {
  mode: "watch" | "write" | "filter" | "restart" | "help";
  chosen?: RoleRef | undefined;
  filter: Draft;
  draft: Draft;
  /** Recipient of the draft; Escape keeps both. */
  addressee?: RoleRef | undefined;
  notice?: Notice | undefined;
}

export interface Notice {
  text: string;
  tone: "good" | "bad";
}

export const firstUi: Ui = { mode: "watch", filter: emptyDraft, draft: emptyDraft };

export function askRestart(ui: Ui, ref: RoleRef): Ui {
  return { ...ui, mode: "restart", chosen: ref };
}

/** The chosen role, or the first role if the chosen one is not on the screen. */
export function chosenAmong({ chosen }: Ui, refs: readonly RoleRef[]): RoleRef | undefined {
  return refs.find((ref) => isSame(ref, chosen)) ?? refs[0];
}

export function isSame(a: RoleRef, b: RoleRef | undefined): boolean {
  return a.army === b?.army && a.role === b.role;
}
