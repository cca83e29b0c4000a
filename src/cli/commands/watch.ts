import { join } from "node:path";
import { findSession } from "#app/armies/find-session.ts";
import { withLock } from "#base/lock.ts";
import { asSummoned } from "#cli/as-summoned.ts";
import { defineVerb, sessionFlag } from "#cli/frame/command.ts";
import { loadConfig } from "#cli/load-config.ts";
import { watchArmy } from "#cli/watch/watch-army.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";

export const watch = defineVerb({
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
