import { registryOf } from "#app/armies/army-parts.ts";
import { findSession } from "#app/armies/find-session.ts";
import { keepWatcher } from "#app/supervisor/keep-watcher.ts";
import type { Context } from "#cli/context.ts";
import { defineVerb, sessionFlag } from "#cli/frame/command.ts";
import { loadConfig } from "#cli/load-config.ts";
import { watchedArmy } from "#cli/watched-army.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { WatchedArmy } from "#tui/watched-army.ts";

export const dashboard = defineVerb({
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
    const { farewell, isInterrupted } = await showDashboard({
      ...{ armies, words, lang, clock, signal },
      isAll: flags.all,
      isColoured: !env.NO_COLOR && env.TERM !== "dumb",
    });
    closing.abort();
    if (farewell) out.line(farewell);
    if (isInterrupted || signal.aborted) return exitStatus.cancelled;
  },
});

/** A dashboard that cannot guard its army shows it all the same. */
async function guard(session: string, context: Context, closing: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([context.signal, closing]);
  await keepWatcher(session, loadConfig(context).config, { ...context, signal }).catch(() => {});
}

/** One army, or those of this machine as they come and go; each is opened once. */
function armiesIn(only: SessionEntry | undefined, context: Context): () => Promise<readonly WatchedArmy[]> {
  const { config } = loadConfig(context);
  if (only) {
    const army = watchedArmy(only, config, context);
    // It may fail before it is awaited; whatever awaits it reports that.
    army.catch(() => {});
    return async () => [await army];
  }
  const opened = new Map<string, WatchedArmy>();
  return async () => {
    const entries = await registryOf(context).list();
    const armies = entries.map(async (entry) => {
      const key = `${entry.name} ${entry.started}`;
      // One that is just being made, or unmade, has no mail to look at: it is asked again.
      const army = opened.get(key) ?? (await watchedArmy(entry, config, context).catch(() => undefined));
      if (army) opened.set(key, army);
      return army ?? [];
    });
    return (await Promise.all(armies)).flat();
  };
}
