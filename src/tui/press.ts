import { edit, emptyDraft, textOf } from "./draft.ts";
import type { Key } from "./keys.ts";
import { chosenAmong, isSame, type RoleRef, type Ui } from "./ui.ts";

/** Effects of a key beyond the UI state. */
export type Order =
  | { do: "quit" }
  | { do: "interrupt" }
  | { do: "redraw" }
  | { do: "focus" | "ask-restart" | "restart"; ref: RoleRef }
  | { do: "send"; ref: RoleRef; text: string };

export interface Pressed {
  ui: Ui;
  order?: Order;
}

/** Pure. `refs` are the roles on the screen, top to bottom. */
export function press(ui: Ui, key: Key, refs: readonly RoleRef[]): Pressed {
  if (key.name === "interrupt") return { ui, order: { do: "interrupt" } };
  if (key.name === "redraw") return { ui, order: { do: "redraw" } };
  // Terminals send their own reports in the form of keys.
  if (key.name === "other") return { ui };
  switch (ui.mode) {
    case "watch":
      return watching({ ...ui, notice: undefined }, key, refs);
    case "write":
      return writing(ui, key);
    case "filter":
      return filtering(ui, key);
    case "restart":
      return asked(ui, key);
    case "help":
      return helped(ui, key);
  }
}

function watching(ui: Ui, key: Key, refs: readonly RoleRef[]): Pressed {
  const ref = chosenAmong(ui, refs);
  const move = (by: number): Pressed => ({ ui: { ...ui, chosen: neighbour(ref, by, refs) } });
  switch (commandOf(key)) {
    case "q":
      return { ui, order: { do: "quit" } };
    case "k":
    case "up":
      return move(-1);
    case "j":
    case "down":
      return move(1);
    case "home":
    case "page-up":
      return move(-refs.length);
    case "end":
    case "page-down":
      return move(refs.length);
    case "enter":
      return ref ? { ui, order: { do: "focus", ref } } : { ui };
    case "m":
      return { ui: ref ? openComposer(ui, ref) : ui };
    case "r":
      return ref ? { ui, order: { do: "ask-restart", ref } } : { ui };
    case "/":
      return { ui: { ...ui, mode: "filter" } };
    case "?":
      return { ui: { ...ui, mode: "help" } };
    case "escape":
      return { ui: { ...ui, filter: emptyDraft } };
    default:
      return { ui };
  }
}

/** A Japanese input method sends the full-width `ｑ` and `？`. */
function commandOf(key: Key): string {
  return key.name === "text" ? key.text.normalize("NFKC") : key.name;
}

function neighbour(ref: RoleRef | undefined, by: number, refs: readonly RoleRef[]): RoleRef | undefined {
  const at = refs.findIndex((other) => isSame(other, ref));
  return refs[Math.min(refs.length - 1, Math.max(0, at + by))];
}

function openComposer(ui: Ui, ref: RoleRef): Ui {
  const draft = isSame(ref, ui.addressee) ? ui.draft : emptyDraft;
  return { ...ui, mode: "write", chosen: ref, addressee: ref, draft };
}

function writing(ui: Ui, key: Key): Pressed {
  const { addressee: ref } = ui;
  const draft = edit(ui.draft, key);
  if (draft) return { ui: { ...ui, draft } };
  if (key.name === "escape") return { ui: { ...ui, mode: "watch" } };
  const text = textOf(ui.draft).trim();
  if (key.name !== "enter" || !ref || text === "") return { ui };
  return { ui: { ...ui, mode: "watch", draft: emptyDraft }, order: { do: "send", ref, text } };
}

function filtering(ui: Ui, key: Key): Pressed {
  const filter = edit(ui.filter, key);
  if (filter) return { ui: { ...ui, filter } };
  if (key.name === "escape") return { ui: { ...ui, mode: "watch", filter: emptyDraft } };
  return { ui: key.name === "enter" ? { ...ui, mode: "watch" } : ui };
}

function asked(ui: Ui, key: Key): Pressed {
  const { chosen: ref } = ui;
  const calm: Ui = { ...ui, mode: "watch" };
  return commandOf(key).toLowerCase() === "y" && ref ? { ui: calm, order: { do: "restart", ref } } : { ui: calm };
}

function helped(ui: Ui, key: Key): Pressed {
  const command = commandOf(key);
  if (command === "q") return { ui, order: { do: "quit" } };
  return { ui: ["?", "escape", "enter"].includes(command) ? { ...ui, mode: "watch" } : ui };
}
