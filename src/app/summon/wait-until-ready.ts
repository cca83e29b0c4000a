import type { MoodName } from "#agent-cli/observer.ts";
import { type AgentOf, agentKindsOf, agentsByRole } from "#app/armies/army-agents.ts";
import { multiplexerOf } from "#app/armies/army-parts.ts";
import { START_LIMIT } from "#app/rituals/agent-readiness.ts";
import type { Services } from "#app/services.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Multiplexer, Pane } from "#multiplexer/multiplexer.ts";
import type { Blocker, ReadyProgress } from "./summon-progress.ts";

const LOOK_EVERY = 50;
/** Milliseconds without news after which the roles that are still starting are reported. */
const REPORT_EVERY = 3000;
/** Listing panes spawns a process, so panes are listed only every Nth round. */
const PANES_EVERY = 40;

interface Parts {
  agentOf: AgentOf;
  multiplexer: Multiplexer;
  entry: SessionEntry;
  moodOf(role: string): Promise<MoodName>;
}

type Finding = Extract<ReadyProgress, { what: "ready" | "not-ready" }>;

/** Reports for each role when its agent takes input, or why it does not. Resolves to the roles that are not ready. */
export async function waitUntilReady(
  entry: SessionEntry,
  report: (progress: ReadyProgress) => void,
  config: Config,
  services: Services,
): Promise<string[]> {
  const agentOf = await agentsByRole(agentKindsOf(entry), config, services);
  const multiplexer = await multiplexerOf(entry, config, services);
  const folders = sessionPaths(resolvePaths(services.env), entry.name);
  const moodOf = async (role: string) => (await agentOf(role).observer.mood({ role, ...folders })).mood;
  const absent: string[] = [];
  for await (const finding of findings({ agentOf, multiplexer, entry, moodOf }, report, services)) {
    if (finding.what === "not-ready") absent.push(finding.role);
    report(finding);
  }
  report({ what: "counted", ready: entry.roster.length - absent.length, total: entry.roster.length });
  return absent;
}

/** Yields one finding per role, as soon as it is known. */
async function* findings(
  parts: Parts,
  report: (progress: ReadyProgress) => void,
  { clock, signal }: Services,
): AsyncGenerator<Finding> {
  const deadline = clock.elapsed() + START_LIMIT;
  const waiting = new Set(parts.entry.roster);
  let reportedAt = clock.elapsed();
  for (let round = 1; waiting.size > 0; round++) {
    if (signal.aborted) throw new OvldError("cancelled", {});
    const isLate = clock.elapsed() > deadline;
    const panes = await panesIn(round, isLate, parts);
    for (const role of waiting) {
      const finding = await findingOf(role, panes, isLate, parts);
      if (!finding) continue;
      waiting.delete(role);
      reportedAt = clock.elapsed();
      yield finding;
    }
    if (waiting.size > 0 && clock.elapsed() - reportedAt > REPORT_EVERY) {
      reportedAt = clock.elapsed();
      report({ what: "starting", roles: [...waiting] });
    }
    if (waiting.size > 0) await clock.wait(LOOK_EVERY, signal);
  }
}

/** Undefined in rounds without a listing of the panes. */
async function panesIn(round: number, isLate: boolean, { multiplexer, entry }: Parts): Promise<Pane[] | undefined> {
  return isLate || round % PANES_EVERY === 0 ? multiplexer.panes(entry.name) : undefined;
}

/** Undefined while a role's result is open. Without `panes` only the reported mood is used. */
async function findingOf(
  role: string,
  panes: readonly Pane[] | undefined,
  isLate: boolean,
  parts: Parts,
): Promise<Finding | undefined> {
  const mood = await parts.moodOf(role);
  if (mood === "ready" || mood === "busy") return { what: "ready", role, isParked: false };
  if (!panes) return undefined;
  const pane = panes.find(({ title }) => title === role);
  const { why, seen, isLasting } = await blockerOf(role, pane, parts);
  // A parked agent runs, but never reports itself ready.
  if (mood === "parked" && !isLasting) return { what: "ready", role, isParked: true };
  return isLasting || isLate ? { what: "not-ready", role, why, seen } : undefined;
}

/** Why an agent is not ready, and the last line on its screen. `isLasting`: the state does not change by waiting. */
async function blockerOf(
  role: string,
  pane: Pane | undefined,
  { agentOf, multiplexer, entry }: Parts,
): Promise<{ why: Blocker; seen: string; isLasting: boolean }> {
  if (!pane) return { why: "gone", seen: "", isLasting: true };
  const screen = await multiplexer.screen(entry.name, pane.id).catch(() => "");
  const seen = visibleLine(screen.trimEnd().split("\n").at(-1) ?? "").trim();
  const dialog = agentOf(role).screen.dialogOn(screen);
  if (dialog) return { why: dialog, seen, isLasting: true };
  if (pane.state === "exited") return { why: "gone", seen, isLasting: true };
  return { why: "starting", seen, isLasting: false };
}
