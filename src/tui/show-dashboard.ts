import { setFlagsFromString } from "node:v8";
import type { Clock } from "#base/clock.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import { carryOut } from "./carry-out.ts";
import { openFrames } from "./frame.tsx";
import type { Key } from "./keys.ts";
import { paint } from "./paint.ts";
import { drawScreen, type Screen } from "./screen.ts";
import type { Snapshot } from "./snapshot.ts";
import { enterTerminal } from "./terminal.ts";
import { firstUi, type Order, press, type Ui } from "./ui.ts";
import { watchArmies } from "./watch-armies.ts";
import type { WatchedArmy } from "./watched-army.ts";

export interface DashboardParts {
  /** The armies to show, the same object for the same army; asked again and again. */
  armies(): Promise<readonly WatchedArmy[]>;
  isAll: boolean;
  isColoured: boolean;
  words: Catalog;
  lang: Lang;
  clock: Clock;
  signal: AbortSignal;
}

export interface Ending {
  /** Ctrl-C, as opposed to `q`. */
  isInterrupted: boolean;
  /** Armies that still stand, as far as was known. */
  standing: string[];
}

/** Shows the armies on this terminal until somebody leaves; gives the terminal back whatever happens. */
export async function showDashboard(parts: DashboardParts): Promise<Ending> {
  const { words, lang, isAll, clock } = parts;
  // A screen is open for hours: what a burst of messages took is given back when it is over.
  setFlagsFromString("--optimize-for-size");
  const terminal = enterTerminal();
  const ending = new AbortController();
  const end = () => ending.abort();
  const frames = openFrames(parts);
  let ui: Ui = firstUi;
  let snapshots: readonly Snapshot[] | undefined;
  let shown: readonly string[] | undefined;
  let drawn = "";
  let isInterrupted = false;
  const scene = () => ({ snapshots, ui, ...terminal.size(), now: clock.now(), words, lang, isAll });

  const redraw = (): Screen => {
    const { columns } = terminal.size();
    const screen = drawScreen(scene());
    const picture = JSON.stringify([columns, screen]);
    if (shown && picture === drawn) return screen;
    const rows = frames.draw(screen.lines, columns);
    terminal.write(paint(shown, rows, screen.cursor));
    [shown, drawn] = [rows, picture];
    return screen;
  };
  const redrawAll = () => {
    shown = undefined;
    redraw();
  };
  const change = (next: (ui: Ui) => Ui) => {
    ui = next(ui);
    if (!ending.signal.aborted) redraw();
  };
  const obey = (order: Order) => {
    if (order.do === "redraw") return redrawAll();
    if (order.do !== "quit" && order.do !== "interrupt") return void carryOut(order, { ...parts, scene, change });
    isInterrupted = order.do === "interrupt";
    end();
  };
  const onKey = (key: Key) => {
    if (ending.signal.aborted) return;
    const pressed = press(ui, key, drawScreen(scene()).places);
    ui = pressed.ui;
    if (pressed.order) obey(pressed.order);
  };

  parts.signal.addEventListener("abort", end);
  if (parts.signal.aborted) end();
  try {
    terminal.onKeys((keys) => {
      for (const key of keys) onKey(key);
      if (!ending.signal.aborted) redraw();
    });
    terminal.onResize(redrawAll);
    terminal.onClose(end);
    redraw();
    await watchArmies({
      ...parts,
      signal: ending.signal,
      newest: () => terminal.size().rows,
      onNews(news) {
        snapshots = news;
        redraw();
      },
    });
  } finally {
    terminal.leave();
    frames.close();
    parts.signal.removeEventListener("abort", end);
  }
  const standing = (snapshots ?? []).filter(({ state }) => state !== "exited" && state !== "orphan");
  return { isInterrupted, standing: standing.map(({ army }) => army) };
}
