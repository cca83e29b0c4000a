import type { Army } from "#app/app.ts";
import { isOver } from "#army/survey.ts";
import type { Clock } from "#base/clock.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import { openDriver } from "./driver.ts";
import { enterTerminal } from "./terminal.ts";
import { watchArmies } from "./watch-armies.ts";
import { withDashboard } from "./words.ts";

export interface DashboardParts {
  /** Armies to show; called repeatedly, and returns the same object for the same army. */
  armies(): Promise<readonly Army[]>;
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
  /** Names the armies that keep running; absent if none is known. */
  farewell?: string | undefined;
}

/** Returns after `q`, Ctrl-C or the signal; always restores the terminal. */
export async function showDashboard(given: DashboardParts): Promise<Ending> {
  const terminal = enterTerminal();
  try {
    const parts = { ...given, words: withDashboard(given.words, given.lang) };
    const leaving = new AbortController();
    const signal = AbortSignal.any([given.signal, leaving.signal]);
    const driver = openDriver(terminal, { ...parts, signal, leave: () => leaving.abort() });
    await watchArmies({ ...parts, signal, newest: () => terminal.size().rows, onSnapshots: driver.onSnapshots });
    const { snapshots, isInterrupted } = driver.known();
    const names = snapshots.filter(({ state }) => !isOver(state)).map(({ army }) => army);
    return { isInterrupted, farewell: names.length > 0 ? parts.words.dashboard.left(names) : undefined };
  } finally {
    terminal.leave();
  }
}
