import { multiplexerOf } from "#app/armies/army-parts.ts";
import type { OpenArmy } from "#army/open-army.ts";
import { sessionRing } from "#army/session-ring.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { Ring } from "#mail/mailer.ts";
import type { Context } from "./context.ts";
import { loadConfig } from "./load-config.ts";

/** How a role of this session is told of its mail. */
export async function openRing({ entry, store, roster }: OpenArmy, context: Context): Promise<Ring> {
  const { env, clock, signal, wire } = context;
  return sessionRing({
    roster,
    places: sessionPaths(resolvePaths(env), entry.name),
    pending: store.pending,
    clock,
    signal,
    ...(await wire.openAgentSenses()),
    // The program that the roster names is for relays: outside the sandbox only the user's settings name one.
    typist: roster.settings.multiplexer && (await multiplexerOf(entry, loadConfig(context).config, context)),
  });
}
