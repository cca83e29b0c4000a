import { setFlagsFromString } from "node:v8";
import { isOver } from "#army/survey.ts";
import type { Clock } from "#base/clock.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import { carryOut } from "./carry-out.ts";
import { drawScreen } from "./draw.ts";
import type { Key } from "./keys.ts";
import { openPainter } from "./painter.ts";
import type { Snapshot } from "./snapshot.ts";
import { enterTerminal } from "./terminal.ts";
import { firstUi, type Order, press, type Ui } from "./ui.ts";
import { watchArmies } from "./watch-armies.ts";
import type { WatchedArmy } from "./watched-army.ts";
import { withDashboard } from "./words.ts";

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
  /** What is left to say: that the armies go on, as far as is known. */
  farewell?: string | undefined;
}

/** Shows the armies on this terminal until somebody leaves; gives the terminal back whatever happens. */
export async function showDashboard(parts: DashboardParts): Promise<Ending> {
  const { lang, isAll, clock, signal } = parts;
  const words = withDashboard(parts.words, lang);
  // A screen is open for hours: what a burst of messages took is given back when it is over.
  setFlagsFromString("--optimize-for-size");
  const terminal = enterTerminal();
  const painter = openPainter(terminal, parts);
  const ending = new AbortController();
  const end = () => ending.abort();
  let [ui, isInterrupted]: [Ui, boolean] = [firstUi, false];
  let snapshots: readonly Snapshot[] | undefined;
  const scene = () => ({ snapshots, ui, ...terminal.size(), now: clock.now(), words, lang, isAll });

  const redraw = () => {
    if (!ending.signal.aborted) painter.show(drawScreen(scene()));
  };
  const repaint = () => {
    painter.forget();
    redraw();
  };
  const change = (next: (ui: Ui) => Ui) => {
    ui = next(ui);
    redraw();
  };
  const obey = (order: Order) => {
    if (order.do === "redraw") return painter.forget();
    if (order.do !== "quit" && order.do !== "interrupt")
      return void carryOut(order, { ...parts, words, scene, change });
    isInterrupted = order.do === "interrupt";
    end();
  };
  const onKey = (key: Key) => {
    if (ending.signal.aborted) return;
    const pressed = press(ui, key, drawScreen(scene()).places);
    ui = pressed.ui;
    if (pressed.order) obey(pressed.order);
  };

  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    terminal.onKeys((keys) => {
      for (const key of keys) onKey(key);
      redraw();
    });
    terminal.onResize(repaint);
    terminal.onClose(end);
    redraw();
    await watchArmies({
      ...{ ...parts, words, signal: ending.signal, newest: () => terminal.size().rows },
      onNews(news) {
        snapshots = news;
        redraw();
      },
    });
  } finally {
    terminal.leave();
    painter.close();
    signal.removeEventListener("abort", end);
  }
  const standing = (snapshots ?? []).filter(({ state }) => !isOver(state));
  const names = standing.map(({ army }) => army);
  return { isInterrupted, farewell: names.length > 0 ? words.dashboard.left(names) : undefined };
}
