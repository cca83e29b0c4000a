import type { AgentCli } from "#agent-cli/agent-cli.ts";
import { OvldError } from "#base/errors.ts";
import { visibleLine } from "#base/visible-text.ts";
import { START_LIMIT } from "#cli/agent-readiness.ts";
import type { Context } from "#cli/context.ts";
import { multiplexerOf } from "#cli/open-army.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { SessionEntry } from "#config/session-entry.ts";
import type { Config } from "#config/settings.ts";
import type { Multiplexer, Pane } from "#multiplexer/multiplexer.ts";

const LOOK_EVERY = 50;
/** Panes cost processes: they are looked at in every so manieth round. */
const PANES_EVERY = 40;

interface Parts {
  agent: AgentCli;
  multiplexer: Multiplexer;
  entry: SessionEntry;
  isReady(role: string): Promise<boolean>;
}

interface Finding {
  isReady: boolean;
  line: string;
}

/** Says of each role when its agent takes input, or why it does not; true when all of them do. */
export async function rollCall(entry: SessionEntry, config: Config, context: Context): Promise<boolean> {
  const { out, words, clock, signal, wire, env } = context;
  const agent = await wire.openAgentCli(config.programs.claude);
  const { bell } = agent;
  if (!bell) return true;
  const multiplexer = await multiplexerOf(entry.multiplexer, config, context);
  const places = sessionPaths(resolvePaths(env), entry.name);
  const isReady = async (role: string) => ["ready", "busy"].includes((await bell.mood({ role, ...places })).mood);
  const parts = { agent, multiplexer, entry, isReady };

  const deadline = clock.elapsed() + START_LIMIT;
  const waiting = new Set(entry.roster);
  let ready = 0;
  for (let round = 1; waiting.size > 0; round++) {
    if (signal.aborted) throw new OvldError("cancelled", {});
    const isLate = clock.elapsed() > deadline;
    const panes = await panesIn(round, isLate, parts);
    for (const role of waiting) {
      const finding = await findingOf(role, panes, isLate, parts, words);
      if (!finding) continue;
      waiting.delete(role);
      if (finding.isReady) ready++;
      out.line(finding.line);
    }
    if (waiting.size > 0) await clock.wait(LOOK_EVERY, signal);
  }
  out.line(words.summon.rollCall.count(ready, entry.roster.length));
  if (ready < entry.roster.length) out.line(words.summon.rollCall.next);
  return ready === entry.roster.length;
}

/** Undefined in the rounds in which panes are not looked at. */
async function panesIn(round: number, isLate: boolean, { multiplexer, entry }: Parts): Promise<Pane[] | undefined> {
  return isLate || round % PANES_EVERY === 0 ? multiplexer.panes(entry.name) : undefined;
}

/** Undefined while there is nothing to say of a role yet; without `panes` only its readiness is looked at. */
async function findingOf(
  role: string,
  panes: readonly Pane[] | undefined,
  isLate: boolean,
  parts: Parts,
  words: Context["words"],
): Promise<Finding | undefined> {
  const say = words.summon.rollCall;
  if (await parts.isReady(role)) return { isReady: true, line: say.ready(role) };
  if (!panes) return undefined;
  const pane = panes.find(({ title }) => title === role);
  const { why, seen, isLasting } = await obstacleOf(pane, parts, words);
  return isLasting || isLate ? { isReady: false, line: say.notReady(role, why, seen) } : undefined;
}

/** Why an agent is not ready, and the last line on its screen; `isLasting` when waiting will not change it. */
async function obstacleOf(
  pane: Pane | undefined,
  { agent, multiplexer, entry }: Parts,
  { status }: Context["words"],
): Promise<{ why: string; seen: string; isLasting: boolean }> {
  if (!pane) return { why: status.moods.gone, seen: "", isLasting: true };
  const screen = await multiplexer.screen(entry.name, pane.id).catch(() => "");
  const seen = visibleLine(screen.trimEnd().split("\n").at(-1) ?? "").trim();
  const dialog = agent.dialogOn(screen);
  if (dialog) return { why: status.dialogs[dialog], seen, isLasting: true };
  if (pane.state === "exited") return { why: status.moods.gone, seen, isLasting: true };
  return { why: status.moods.starting, seen, isLasting: false };
}
