import type { Army } from "#app/app.ts";
import { findSession } from "#app/armies/find-session.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { openApp } from "#app/open-app.ts";
import { keepWatcher } from "#app/supervisor/keep-watcher.ts";
import { defineCommand, sessionFlag } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";

export const dashboard = defineCommand({
  flags: { ...sessionFlag, all: { type: "boolean" }, plain: { type: "boolean" } },
  apart: [["all", "session"]],
  examples: ["ovld dashboard", "ovld dashboard --all --plain"],
  async run(context, { flags }) {
    const { out, words, lang, clock, signal, env, onTerminal, wire } = context;
    const only = flags.all ? undefined : await findSession(context, flags.session);
    const armies = armiesIn(only, context);
    if (flags.plain || !onTerminal()) {
      const { plainDashboard } = await wire.plainDashboard();
      const lines = await plainDashboard({ armies: await armies(), words, lang, now: clock.now() });
      return out.line(lines.join("\n"));
    }
    const { showDashboard } = await wire.dashboard();
    const closing = new AbortController();
    if (only) void guard(only.name, context, closing.signal);
    const isColoured = !env.NO_COLOR && env.TERM !== "dumb";
    const shown = showDashboard({ armies, words, lang, clock, signal, isAll: flags.all, isColoured });
    // The watcher would keep the process alive while the army is registered, even after the dashboard fails.
    const { farewell, isInterrupted } = await shown.finally(() => closing.abort());
    if (farewell) out.line(farewell);
    if (isInterrupted || signal.aborted) return exitStatus.cancelled;
  },
});

/** A dashboard without a watcher still shows its army. */
async function guard(session: string, context: Context, closing: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([context.signal, closing]);
  await keepWatcher(session, loadConfig(context).config, { ...context, signal }).catch(() => {});
}

/** One army, or the current ones of this machine; opens each once. */
function armiesIn(only: SessionEntry | undefined, context: Context): () => Promise<readonly Army[]> {
  const ovld = openApp(loadConfig(context).config, context);
  if (only) {
    const army = ovld.open(only);
    // Prevents an unhandled rejection before the first await, which reports the error.
    army.catch(() => {});
    return async () => [await army];
  }
  const opened = new Map<string, Army>();
  return async () => {
    const armies = (await ovld.list()).map(async (entry) => {
      const key = `${entry.name} ${entry.started}`;
      // An army that is being created or removed has no store yet or any more; the next call tries again.
      const army = opened.get(key) ?? (await ovld.open(entry).catch(() => undefined));
      if (army) opened.set(key, army);
      return army ?? [];
    });
    return (await Promise.all(armies)).flat();
  };
}
