import { multiplexerOf, surveySessions } from "#app/armies/army-parts.ts";
import { findSession } from "#app/armies/find-session.ts";
import type { SessionState } from "#army/survey.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Leaving } from "#multiplexer/multiplexer.ts";
import { notDismissed } from "./commands/dismiss-one.ts";
import type { Context } from "./context.ts";
import { dismissAlone } from "./dismiss-army.ts";
import { defineVerb } from "./frame/command.ts";
import { errorText } from "./frame/report-error.ts";
import { loadConfig } from "./load-config.ts";
import { startWatcher } from "./watch/start-watcher.ts";

export const attach = defineVerb({
  flags: {},
  arguments: [{ name: "name", optional: true, candidates: "session" }],
  examples: ["ovld attach", "ovld attach ovld-mine"],
  async run(context, { arguments: { name } }) {
    const { config } = loadConfig(context);
    const entry = await findSession(context, name);
    const [surveyed] = await surveySessions([entry], config, context);
    if (surveyed?.state !== "running") throw new OvldError("session-ended", { session: entry.name });
    requireFreeTerminal(context, "attach");
    await attachTo(entry, config, context);
  },
});

export async function attachTo(entry: SessionEntry, config: Config, context: Context): Promise<void> {
  startWatcher(entry.name, context);
  const leaving = await (await multiplexerOf(entry, config, context)).attach(entry.name);
  await afterClient(entry, leaving, config, context);
}

/**
 * A person left the multiplexer: one who detached is told how to come back; what they ended is removed, or it is told
 * why not. What they lost, to a killed multiplexer for instance, is kept.
 */
export async function afterClient(
  entry: SessionEntry,
  leaving: Leaving,
  config: Config,
  context: Context,
): Promise<void> {
  const { out, words } = context;
  const state = await stateOnceLeft(entry, config, context);
  if (state === "running" || state === "unknown") return out.line(words.summon.detached(entry.name));
  if (leaving === "lost") return out.line(words.summon.lost(entry.name));
  try {
    await dismissAlone(entry, config, context, { isOver: true });
    out.line(words.summon.ended(entry.name));
  } catch (error) {
    for (const line of notDismissed(entry.name, errorText(error, words), words)) out.note(line);
  }
}

const LOOKS = 20;
const PAUSE = 100;

/** A server may let its last person go before it ends, and count its session until then: one that ends answers nothing else. */
async function stateOnceLeft(entry: SessionEntry, config: Config, context: Context): Promise<SessionState | undefined> {
  const multiplexer = await multiplexerOf(entry, config, context);
  const answers = () =>
    multiplexer.panes(entry.name).then(
      () => true,
      () => false,
    );
  for (let look = 1; ; look++) {
    const [surveyed] = await surveySessions([entry], config, context);
    const state = surveyed?.state;
    const isCertain = state === "running" ? await answers() : state !== "unknown";
    if (isCertain || look === LOOKS) return state;
    await context.clock.wait(PAUSE);
  }
}

/** An army fills a terminal; it needs one, and not one that a multiplexer has already. */
export function requireFreeTerminal({ env, onTerminal }: Context, verb: "summon" | "attach" | "demo"): void {
  if (!onTerminal()) throw new OvldError("no-terminal", { verb });
  for (const [variable, multiplexer] of [
    ["ZELLIJ", "zellij"],
    ["TMUX", "tmux"],
  ] as const)
    if (env[variable]) throw new OvldError("inside-multiplexer", { multiplexer, verb });
}
