import { join } from "node:path";
import { asSummoned } from "#app/armies/as-summoned.ts";
import { findSession } from "#app/armies/find-session.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { watchArmy } from "#app/supervisor/watch-army.ts";
import { withLock } from "#base/lock.ts";
import { defineCommand, sessionFlag } from "#cli/frame/command.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";

export const watch = defineCommand({
  flags: { ...sessionFlag },
  examples: ["ovld watch"],
  async run(context, { flags }) {
    const { out, words, env, signal } = context;
    const entry = await findSession(context, flags.session);
    const then = asSummoned(entry, context);
    const { config } = loadConfig(then);
    const lock = join(sessionPaths(resolvePaths(env), entry.name).folder, "watch.lock");
    try {
      await withLock(lock, () => watchArmy(entry, config, then), { timeLimit: 0 });
      if (signal.aborted) return exitStatus.cancelled;
    } catch (error) {
      if (!OvldError.is(error, "lock-timeout")) throw error;
      out.line(words.watch.already(entry.name));
    }
  },
});
