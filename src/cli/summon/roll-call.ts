import type { AgentCli, MoodName } from "#agent-cli/agent-cli.ts";
import { multiplexerOf } from "#app/armies/army-parts.ts";
import { START_LIMIT } from "#app/rituals/agent-readiness.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Context } from "#cli/context.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Multiplexer, Pane } from "#multiplexer/multiplexer.ts";

const LOOK_EVERY = 50;
/** Milliseconds of silence after which it says whom it waits for. */
const SAY_EVERY = 3000;
/** Panes cost processes: they are looked at in every so manieth round. */
const PANES_EVERY = 40;

interface Parts {
  agent: AgentCli;
  multiplexer: Multiplexer;
  entry: SessionEntry;
  moodOf(role: string): Promise<MoodName>;
}

interface Finding {
  role: string;
  isReady: boolean;
  line: string;
}

/** Says of each role when its agent takes input, or why it does not; resolves to those that do not. */
export async function rollCall(entry: SessionEntry, config: Config, context: Context): Promise<string[]> {
  const { out, words, wire, env } = context;
  const agent = await wire.openAgentCli(config.programs.claude);
  const { bell } = agent;
  if (!bell) return [];
  const multiplexer = await multiplexerOf(entry, config, context);
  const places = sessionPaths(resolvePaths(env), entry.name);
  const moodOf = async (role: string) => (await bell.mood({ role, ...places })).mood;
  const absent: string[] = [];
  for await (const { role, isReady, line } of findings({ agent, multiplexer, entry, moodOf }, context)) {
    if (!isReady) absent.push(role);
    out.line(line);
  }
  out.line(words.summon.rollCall.count(entry.roster.length - absent.length, entry.roster.length));
  if (absent.length > 0) out.line(words.summon.rollCall.next);
  return absent;
}

/** One of each role, as it comes; says whom it waits for meanwhile. */
async function* findings(parts: Parts, { out, words, clock, signal }: Context): AsyncGenerator<Finding> {
  const deadline = clock.elapsed() + START_LIMIT;
  const waiting = new Set(parts.entry.roster);
  let saidAt = clock.elapsed();
  for (let round = 1; waiting.size > 0; round++) {
    if (signal.aborted) throw new OvldError("cancelled", {});
    const isLate = clock.elapsed() > deadline;
    const panes = await panesIn(round, isLate, parts);
    for (const role of waiting) {
      const finding = await findingOf(role, panes, isLate, parts, words);
      if (!finding) continue;
      waiting.delete(role);
      saidAt = clock.elapsed();
      yield finding;
    }
    if (waiting.size > 0 && clock.elapsed() - saidAt > SAY_EVERY) {
      saidAt = clock.elapsed();
      out.line(words.summon.rollCall.starting([...waiting]));
    }
    if (waiting.size > 0) await clock.wait(LOOK_EVERY, signal);
  }
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
  const mood = await parts.moodOf(role);
  if (mood === "ready" || mood === "busy") return { role, isReady: true, line: say.ready(role) };
  if (!panes) return undefined;
  const pane = panes.find(({ title }) => title === role);
  const { why, seen, isLasting } = await obstacleOf(pane, parts, words);
  // Held back from before: it is there, and will not call itself ready.
  if (mood === "parked" && !isLasting)
    return { role, isReady: true, line: words.status.aside(say.ready(role), words.status.moods.parked) };
  return isLasting || isLate ? { role, isReady: false, line: say.notReady(role, why, seen) } : undefined;
}

/** Why an agent is not ready, and the last line on its screen; `isLasting` when waiting will not change it. */
async function obstacleOf(
  pane: Pane | undefined,
  { agent, multiplexer, entry }: Parts,
  { status, mail }: Context["words"],
): Promise<{ why: string; seen: string; isLasting: boolean }> {
  if (!pane) return { why: status.moods.gone, seen: "", isLasting: true };
  const screen = await multiplexer.screen(entry.name, pane.id).catch(() => "");
  const seen = visibleLine(screen.trimEnd().split("\n").at(-1) ?? "").trim();
  const dialog = agent.dialogOn(screen);
  if (dialog) return { why: status.hurdles[dialog], seen, isLasting: true };
  if (pane.state === "exited") return { why: status.moods.gone, seen, isLasting: true };
  return { why: mail.waits.starting, seen, isLasting: false };
}
