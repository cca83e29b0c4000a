import { join } from "node:path";
import type { SummonPlan } from "#app/summon/summon-plan.ts";
import type { Context } from "#cli/frame/context.ts";
import { resolvePaths } from "#home/paths.ts";
import type { RosterEntry } from "#mail/roster.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";

/** Default keys that detach, pressed one after the other. */
export const LEAVE: Record<MultiplexerKind, string> = { zellij: "Ctrl-o d", tmux: "Ctrl-b d" };

export function showWelcome({ entry, roster }: SummonPlan, { env, lang, out, words }: Context): void {
  const { welcome } = words.summon;
  const { rituals } = resolvePaths(env);
  const ranks = byRank(roster.roles);
  for (const line of [
    welcome.hello,
    welcome.now(roster.roles.length, entry.multiplexer, ranks[0]?.[0] ?? ""),
    welcome.ranks(ranks.map((ids) => ids.join(", "))),
    welcome.leave(LEAVE[entry.multiplexer]),
    welcome.end(lang === "en" ? rituals : join(rituals, lang)),
  ])
    out.line(line);
}

function byRank(roles: readonly RosterEntry[]): string[][] {
  const ranks = [...new Set(roles.map(({ rank }) => rank))].sort((a, b) => a - b);
  return ranks.map((rank) => roles.filter((role) => role.rank === rank).map(({ id }) => id));
}
