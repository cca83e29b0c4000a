import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Campaign } from "#app/summon/summon-plan.ts";
import type { Context } from "#cli/context.ts";
import { errorText } from "#cli/frame/report-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { builtInRituals, place } from "#home/place-files.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { RosterEntry } from "#store/relay-store.ts";

/** How a person who has not changed them leaves: these keys, one after the other. */
export const LEAVE: Record<MultiplexerKind, string> = { zellij: "Ctrl-o d", tmux: "Ctrl-b d" };

/** Whether nothing was ever set up in this ovld home: no army has stood, and `ovld init` was not run. */
export function isFirstTime({ env }: Context): boolean {
  const { config, rituals } = resolvePaths(env);
  return !existsSync(config) && !existsSync(rituals);
}

export function showWelcome({ entry, roster }: Campaign, { env, lang, out, words }: Context): void {
  const { welcome } = words.summon;
  const { rituals } = resolvePaths(env);
  const ranks = byRank(roster.roles);
  for (const line of [
    welcome.hello,
    welcome.now(roster.roles.length, entry.multiplexer, ranks[0]?.[0] ?? ""),
    welcome.who(ranks.map((ids) => ids.join(", "))),
    welcome.leave(LEAVE[entry.multiplexer]),
    welcome.end(lang === "en" ? rituals : join(rituals, lang)),
  ])
    out.line(line);
}

/** Puts the rituals where a person finds and changes them. The army stands already: what fails here is told, and no more. */
export async function unpackRituals({ env, clock, out, words }: Context): Promise<void> {
  try {
    for (const { file, content } of await builtInRituals(resolvePaths(env).rituals))
      await place(file, content, false, clock);
  } catch (error) {
    out.note(`ovld: ${errorText(error, words).message}`);
  }
}

/** Ids of the roles, highest rank first. */
function byRank(roles: readonly RosterEntry[]): string[][] {
  const ranks = [...new Set(roles.map(({ rank }) => rank))].sort((a, b) => a - b);
  return ranks.map((rank) => roles.filter((role) => role.rank === rank).map(({ id }) => id));
}
