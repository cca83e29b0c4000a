import { expect, test } from "vitest";
import { textOf } from "./draft.ts";
import { parseKeys } from "./keys.ts";
import { type Order, press } from "./press.ts";
import { askRestart, firstUi, type RoleRef, type Ui } from "./ui.ts";

const refs: RoleRef[] = ["overlord", "inferno", "storm"].map((role) => ({ army: "ovld-mine", role }));
const [overlord, inferno, storm] = refs as [RoleRef, RoleRef, RoleRef];
const ESCAPE = "\u001b";

function pressAll(input: string, from: Ui = firstUi): { ui: Ui; orders: Order[] } {
  const orders: Order[] = [];
  let ui = from;
  const keys = input === ESCAPE ? [{ name: "escape" as const }] : parseKeys(input).keys;
  for (const key of keys) {
    const pressed = press(ui, key, refs);
    ui = pressed.ui;
    if (pressed.order) orders.push(pressed.order);
  }
  return { ui, orders };
}

test("arrows and j/k choose a role, and stop at the ends", () => {
  expect(pressAll("j").ui.chosen).toEqual(inferno);
  expect(pressAll("jjjjj").ui.chosen).toEqual(storm);
  expect(pressAll("\u001b[B\u001b[B\u001b[A").ui.chosen).toEqual(inferno);
  expect(pressAll("jjkkk").ui.chosen).toEqual(overlord);
  expect(pressAll("\u001b[F").ui.chosen).toEqual(storm);
  expect(pressAll("\u001b[F\u001b[H").ui.chosen).toEqual(overlord);
});

test("a role that is no longer shown is not chosen", () => {
  const gone = { ...firstUi, chosen: { army: "ovld-other", role: "ghost" } };
  expect(pressAll("\r", gone).orders).toEqual([{ do: "focus", ref: overlord }]);
  expect(press({ ...firstUi }, { name: "enter" }, []).order).toBeUndefined();
});

test("q quits, also in full width from a Japanese input method; Ctrl-C quits in every mode", () => {
  for (const input of ["q", "ｑ", "?q"]) expect(pressAll(input).orders).toEqual([{ do: "quit" }]);
  for (const before of ["", "m", "/", "?"]) expect(pressAll(`${before}\u0003`).orders).toEqual([{ do: "interrupt" }]);
  expect(pressAll("\u000c").orders).toEqual([{ do: "redraw" }]);
});

test("Enter requests the pane of the chosen role", () => {
  expect(pressAll("j\r").orders).toEqual([{ do: "focus", ref: inferno }]);
});

test("m opens the composer: letters are text, Enter sends, and an empty line is not sent", () => {
  const { ui, orders } = pressAll("jm焼け q\r");
  expect(orders).toEqual([{ do: "send", ref: inferno, text: "焼け q" }]);
  expect([ui.mode, textOf(ui.draft)]).toEqual(["watch", ""]);
  expect(pressAll("m  \r").orders).toEqual([]);
});

test("a paste is text in the composer and ignored elsewhere", () => {
  expect(pressAll("\u001b[200~q\rr\u001b[201~").orders).toEqual([]);
  expect(pressAll("m\u001b[200~q\rr\u001b[201~\r").orders).toEqual([{ do: "send", ref: overlord, text: "q\nr" }]);
});

test("Escape keeps a draft for its role, and only for it", () => {
  const left = pressAll(ESCAPE, pressAll("mburn").ui).ui;
  expect(left.mode).toBe("watch");
  expect(textOf(pressAll("m", left).ui.draft)).toBe("burn");
  expect(textOf(pressAll("jm", left).ui.draft)).toBe("");
});

test("r asks, and only y restarts", () => {
  expect(pressAll("jr").orders).toEqual([{ do: "ask-restart", ref: inferno }]);
  const asked = askRestart(firstUi, inferno);
  expect(pressAll("y", asked).orders).toEqual([{ do: "restart", ref: inferno }]);
  for (const input of ["n", "q", "\r", ESCAPE]) {
    const { ui, orders } = pressAll(input, asked);
    expect([ui.mode, orders]).toEqual(["watch", []]);
  }
});

test("/ filters, Enter keeps it, Escape shows everything again", () => {
  const { ui } = pressAll("/storm\r");
  expect([ui.mode, textOf(ui.filter)]).toEqual(["watch", "storm"]);
  expect(textOf(pressAll(ESCAPE, ui).ui.filter)).toBe("");
  expect(textOf(pressAll(ESCAPE, pressAll("/sto").ui).ui.filter)).toBe("");
});

test("? opens and closes the help; the next key removes a notice", () => {
  expect(pressAll("?").ui.mode).toBe("help");
  expect(pressAll("??").ui.mode).toBe("watch");
  expect(pressAll(ESCAPE, pressAll("?").ui).ui.mode).toBe("watch");
  const noticed: Ui = { ...firstUi, notice: { text: "sent", tone: "good" } };
  expect(pressAll("j", noticed).ui.notice).toBeUndefined();
  expect(pressAll("\u001b[I", noticed).ui.notice).toBeDefined();
});
