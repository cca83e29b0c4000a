import type { Clock } from "#base/clock.ts";
import { carryOut, type OrderParts } from "./carry-out.ts";
import { draw } from "./draw.ts";
import type { Key } from "./keys.ts";
import { openPainter } from "./painter.ts";
import { type Order, press } from "./press.ts";
import type { RowOptions } from "./row-text.ts";
import type { Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Terminal } from "./terminal.ts";
import { firstUi, type Ui } from "./ui.ts";

export interface DriverParts extends RowOptions, Pick<Scene, "words" | "lang" | "isAll">, Pick<OrderParts, "armies"> {
  clock: Clock;
  /** After it aborts, keys have no effect and nothing is drawn. */
  signal: AbortSignal;
  leave(): void;
}

export interface Driver {
  onSnapshots(snapshots: readonly Snapshot[]): void;
  known(): { snapshots: readonly Snapshot[]; isInterrupted: boolean };
}

type DrivenTerminal = Omit<Terminal, "leave">;

/** Holds the snapshots and the UI state; draws after each change of either. */
export function openDriver(terminal: DrivenTerminal, parts: DriverParts): Driver {
  const { words, lang, isAll, clock, signal, leave } = parts;
  const painter = openPainter(terminal, parts);
  let [ui, isInterrupted]: [Ui, boolean] = [firstUi, false];
  let snapshots: readonly Snapshot[] | undefined;

  const scene = (): Scene => ({ snapshots, ui, ...terminal.size(), now: clock.now(), words, lang, isAll });
  const redraw = () => {
    if (!signal.aborted) painter.show(draw(scene()));
  };
  const change = (next: (ui: Ui) => Ui) => {
    ui = next(ui);
    redraw();
  };
  const obey = (order: Order) => {
    if (order.do === "redraw") return painter.forget();
    if (order.do !== "quit" && order.do !== "interrupt") return void carryOut(order, { ...parts, scene, change });
    isInterrupted = order.do === "interrupt";
    leave();
  };
  const onKey = (key: Key) => {
    if (signal.aborted) return;
    const pressed = press(ui, key, draw(scene()).refs);
    ui = pressed.ui;
    if (pressed.order) obey(pressed.order);
  };

  terminal.onKeys((keys) => {
    for (const key of keys) onKey(key);
    redraw();
  });
  terminal.onResize(() => {
    painter.forget();
    redraw();
  });
  terminal.onClose(leave);
  redraw();
  return {
    onSnapshots(newest) {
      snapshots = newest;
      redraw();
    },
    known: () => ({ snapshots: snapshots ?? [], isInterrupted }),
  };
}
