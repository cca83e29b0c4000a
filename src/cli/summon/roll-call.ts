import type { AgentCli } from "#agent-cli/agent-cli.ts";
import { OvldError } from "#base/errors.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Context } from "#cli/context.ts";
import { multiplexerOf } from "#cli/open-army.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { SessionEntry } from "#config/registry.ts";
import type { Config } from "#config/settings.ts";
import type { Multiplexer } from "#multiplexer/multiplexer.ts";

/** Milliseconds that all agents of an army together have to get ready. */
export const ROLL_CALL_LIMIT = 30_000;
const LOOK_EVERY = 50;
/** Panes cost processes: they are looked at in every so manieth round. */
const PANES_EVERY = 40;

interface Parts {
  agent: AgentCli;
  multiplexer: Multiplexer;
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
  const say = words.summon.rollCall;
  const isReady = async (role: string) => ["ready", "busy"].includes((await bell.mood({ role, ...places })).mood);
  const findingOf = async (role: string, looksAtPane: boolean, isLate: boolean): Promise<Finding | undefined> => {
    if (await isReady(role)) return { isReady: true, line: say.ready(role) };
    if (!looksAtPane) return undefined;
    const { why, seen, isLasting } = await obstacleOf(role, entry.name, { agent, multiplexer }, words);
    return isLasting || isLate ? { isReady: false, line: say.notReady(role, why, seen) } : undefined;
  };

  const deadline = clock.now() + ROLL_CALL_LIMIT;
  const waiting = new Set(entry.roster);
  let ready = 0;
  for (let round = 1; waiting.size > 0; round++) {
    if (signal.aborted) throw new OvldError("cancelled", {});
    const isLate = clock.now() > deadline;
    for (const role of waiting) {
      const finding = await findingOf(role, isLate || round % PANES_EVERY === 0, isLate);
      if (!finding) continue;
      waiting.delete(role);
      if (finding.isReady) ready++;
      out.line(finding.line);
    }
    if (waiting.size > 0) await clock.wait(LOOK_EVERY, signal);
  }
  out.line(say.count(ready, entry.roster.length));
  return ready === entry.roster.length;
}

/** Why an agent is not ready, and the last line on its screen; `isLasting` when waiting will not change it. */
async function obstacleOf(
  role: string,
  session: string,
  { agent, multiplexer }: Parts,
  { status }: Context["words"],
): Promise<{ why: string; seen: string; isLasting: boolean }> {
  const pane = (await multiplexer.panes(session)).find(({ title }) => title === role);
  if (!pane) return { why: status.moods.gone, seen: "", isLasting: true };
  const screen = await multiplexer.screen(session, pane.id).catch(() => "");
  const seen = visibleLine(screen.trimEnd().split("\n").at(-1) ?? "").trim();
  const dialog = agent.dialogOn(screen);
  if (dialog) return { why: status.dialogs[dialog], seen, isLasting: true };
  if (pane.state === "exited") return { why: status.moods.gone, seen, isLasting: true };
  return { why: status.moods.starting, seen, isLasting: false };
}
