import type { Lang } from "#i18n/lang.ts";
import { type RoleId, SYSTEM, USER } from "#mail/message.ts";
import { textOf } from "./draft.ts";
import { steady } from "./fit.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Ui } from "./ui.ts";
import type { Words } from "./words.ts";

/** Input of `draw`. */
export interface Scene {
  /** Undefined until the first snapshots. */
  snapshots: readonly Snapshot[] | undefined;
  ui: Ui;
  columns: number;
  rows: number;
  now: number;
  words: Words;
  lang: Lang;
  /** Whether all armies of the machine are shown, or one. */
  isAll: boolean;
}

export function nameOf(role: RoleId, { roles }: Pick<Snapshot, "roles">, { words, lang }: Scene): string {
  const entry = roles.find(({ id }) => id === role);
  if (entry) return steady(entry.name[lang]);
  if (role === USER) return words.mail.user;
  return role === SYSTEM ? words.mail.system : steady(role);
}

/** Whether any of the texts contains the filter, ignoring case and width. */
export function passes({ ui }: Scene, texts: readonly string[]): boolean {
  const wanted = fold(textOf(ui.filter).trim());
  return wanted === "" || texts.some((text) => fold(text).includes(wanted));
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
