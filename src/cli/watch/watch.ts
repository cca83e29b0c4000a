import { join } from "node:path";
import { exitStatus, OvldError } from "#base/errors.ts";
import { withLock } from "#base/lock.ts";
import { asSummoned } from "#cli/as-summoned.ts";
import { findSession } from "#cli/find-session.ts";
import { loadConfig } from "#cli/load-config.ts";
import { defineVerb, sessionFlag } from "#cli/verb.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { watchArmy } from "./watch-army.ts";

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
