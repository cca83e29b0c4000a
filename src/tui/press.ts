import { edit, emptyDraft, textOf } from "./draft.ts";
import type { Key } from "./keys.ts";
import { chosenAmong, isSame, type Place, type Ui } from "./ui.ts";

/** What a key asks for beyond the screen. */
export type Order =
  | { do: "quit" }
  | { do: "interrupt" }
  | { do: "redraw" }
  | { do: "focus" | "ask-restart" | "restart"; place: Place }
  | { do: "send"; place: Place; text: string };

export interface Pressed {
  ui: Ui;
  order?: Order;
}

/** `places` are the roles on the screen, in their order. A pure function: the screen and the orders follow from it. */
export function press(ui: Ui, key: Key, places: readonly Place[]): Pressed {
  if (key.name === "interrupt") return { ui, order: { do: "interrupt" } };
  if (key.name === "redraw") return { ui, order: { do: "redraw" } };
  // Perhaps nobody pressed it: terminals answer and report in the same way.
  if (key.name === "other") return { ui };
  switch (ui.mode) {
    case "watch":
      return watching({ ...ui, notice: undefined }, key, places);
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

function watching(ui: Ui, key: Key, places: readonly Place[]): Pressed {
  const place = chosenAmong(ui, places);
  const move = (by: number): Pressed => ({ ui: { ...ui, chosen: neighbour(place, by, places) } });
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
      return move(-places.length);
    case "end":
    case "page-down":
      return move(places.length);
    case "enter":
      return place ? { ui, order: { do: "focus", place } } : { ui };
    case "m":
      return { ui: place ? openComposer(ui, place) : ui };
    case "r":
      return place ? { ui, order: { do: "ask-restart", place } } : { ui };
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

/** With a Japanese input method switched on, `ｑ` and `？` come for the keys of the same place. */
function commandOf(key: Key): string {
  return key.name === "text" ? key.text.normalize("NFKC") : key.name;
}

function neighbour(place: Place | undefined, by: number, places: readonly Place[]): Place | undefined {
  const at = places.findIndex((other) => isSame(other, place));
  return places[Math.min(places.length - 1, Math.max(0, at + by))];
}

function openComposer(ui: Ui, place: Place): Ui {
  const draft = isSame(place, ui.addressee) ? ui.draft : emptyDraft;
  return { ...ui, mode: "write", chosen: place, addressee: place, draft };
}

function writing(ui: Ui, key: Key): Pressed {
  const { addressee: place } = ui;
  const draft = edit(ui.draft, key);
  if (draft) return { ui: { ...ui, draft } };
  if (key.name === "escape") return { ui: { ...ui, mode: "watch" } };
  const text = textOf(ui.draft).trim();
  if (key.name !== "enter" || !place || text === "") return { ui };
  return { ui: { ...ui, mode: "watch", draft: emptyDraft }, order: { do: "send", place, text } };
}

function filtering(ui: Ui, key: Key): Pressed {
  const filter = edit(ui.filter, key);
  if (filter) return { ui: { ...ui, filter } };
  if (key.name === "escape") return { ui: { ...ui, mode: "watch", filter: emptyDraft } };
  return { ui: key.name === "enter" ? { ...ui, mode: "watch" } : ui };
}

/** Anything but a yes is a no. */
function asked(ui: Ui, key: Key): Pressed {
  const { chosen: place } = ui;
  const calm: Ui = { ...ui, mode: "watch" };
  return commandOf(key).toLowerCase() === "y" && place ? { ui: calm, order: { do: "restart", place } } : { ui: calm };
}

function helped(ui: Ui, key: Key): Pressed {
  const command = commandOf(key);
  if (command === "q") return { ui, order: { do: "quit" } };
  return { ui: ["?", "escape", "enter"].includes(command) ? { ...ui, mode: "watch" } : ui };
}
