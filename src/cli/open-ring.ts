import type { Ring } from "#army/deliver.ts";
import type { OpenArmy } from "#army/open-army.ts";
import { sessionRing } from "#army/session-ring.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { environmentThere } from "#config/whereabouts.ts";
import type { Context } from "./context.ts";

/** How a role of this session is told of its mail. */
export async function openRing({ entry, store, roster }: OpenArmy, context: Context): Promise<Ring> {
  const { env, clock, signal, wire } = context;
  const { multiplexer } = roster.settings;
  return sessionRing({
    roster,
    places: sessionPaths(resolvePaths(env), entry.name),
    pending: store.pending,
    clock,
    signal,
    ...(await wire.openAgentSenses()),
    typist:
      multiplexer &&
      (await wire.openMultiplexer(multiplexer.kind, {
        program: multiplexer.program,
        env: environmentThere(entry.whereabouts, env),
      })),
  });
}
