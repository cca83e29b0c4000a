import { findProgram } from "#base/find-program.ts";
import type { Context } from "#cli/context.ts";
import { surveySessions } from "#cli/open-army.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { openRegistry } from "#config/registry.ts";
import type { Config } from "#config/settings.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { type Check, failure } from "./check.ts";

/** Sessions that nobody runs any more, and sockets that nobody answers on. */
export async function checkSessions(context: Context, config: Config): Promise<Check[]> {
  const { env, words, clock } = context;
  const sessions = { name: "sessions", purpose: words.doctor.purposes.sessions, kind: "store" } as const;
  const sockets = { name: "sockets", purpose: words.doctor.purposes.sockets, kind: "store" } as const;
  try {
    const stale = await staleSockets(context, config);
    const entries = await openRegistry({ paths: resolvePaths(env), clock }).list();
    const surveyed = await surveySessions(entries, config, context);
    const orphans = surveyed.filter(({ state }) => state === "orphan").map(({ entry }) => entry.name);
    const folders = orphans.map((name) => sessionPaths(resolvePaths(env), name).folder);
    return [
      { ...sessions, ...found(folders, words.doctor.sessions(surveyed.length, orphans)) },
      { ...sockets, ...found(stale, words.doctor.staleSockets(stale.length)) },
    ];
  } catch (error) {
    return [{ ...sessions, ...failure(error, words) }];
  }
}

function found(leftovers: readonly string[], text: string): Pick<Check, "state" | "found" | "fixes"> {
  return {
    state: leftovers.length > 0 ? "warning" : "ok",
    found: text,
    fixes: leftovers.map((path) => `rm -r '${path}'`),
  };
}

async function staleSockets(context: Context, config: Config): Promise<string[]> {
  const lists = await Promise.all((await installed(context, config)).map((multiplexer) => multiplexer.staleSockets()));
  return lists.flat();
}

function installed({ env, wire }: Context, config: Config) {
  const kinds = multiplexerKinds.filter((kind) => findProgram(config.programs[kind], env.PATH));
  return Promise.all(kinds.map((kind) => wire.openMultiplexer(kind, { program: config.programs[kind], env })));
}
