import { openSenses } from "#app/armies/army-agents.ts";
import { multiplexerOf } from "#app/armies/army-parts.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import type { OpenArmy } from "#app/armies/open-army.ts";
import type { Services } from "#app/services.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { Notifier } from "#mail/notify.ts";
import { sessionNotifier } from "./session-notifier.ts";

export async function openNotifier({ entry, store, roster }: OpenArmy, services: Services): Promise<Notifier> {
  const { env, clock, signal } = services;
  return sessionNotifier({
    roster,
    folders: sessionPaths(resolvePaths(env), entry.name),
    pending: store.pending,
    clock,
    signal,
    sensesOf: await openSenses(services),
    // The program in the roster is for relays. Outside the sandbox only the user's settings may name one.
    paneInput: roster.settings.multiplexer && (await multiplexerOf(entry, loadConfig(services).config, services)),
  });
}
