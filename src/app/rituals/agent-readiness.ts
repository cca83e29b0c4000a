import type { AgentSenses } from "#agent-cli/agent-cli.ts";
import type { Services } from "#app/services.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionPaths } from "#home/paths.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { GiveParts, RitualBlocker } from "./give-rituals.ts";

/** Milliseconds in which all agents of an army must start. */
export const START_LIMIT = 30_000;
/** Milliseconds that a person has to answer a question of the agent, or to send or clear a draft. */
const ANSWER_LIMIT = 600_000;
const LOOK_EVERY = 1000;

export interface ReadinessParts {
  session: string;
  folders: SessionPaths;
  agentOf(role: string): Pick<AgentSenses, "observer" | "screen">;
  paneInput: Pick<PaneInput, "look">;
  /** Whether a person can answer questions of the agent. */
  isPatient: boolean;
}

/** Agents report that they are ready. */
export function readiness(
  { session, folders, agentOf, paneInput, isPatient }: ReadinessParts,
  { clock, signal }: Services,
): Pick<GiveParts, "whenReady" | "whenCleared" | "blockerAt"> {
  /** An agent with an unreadable composer is ready if it reports so. */
  const saysReady = async (role: string): Promise<boolean> =>
    (await agentOf(role).observer.mood({ role, ...folders })).mood === "ready";

  const blockerAt = async (role: string, pane: string): Promise<RitualBlocker | undefined> => {
    const view = await paneInput.look(session, pane);
    if (view.state === "exited") throw new OvldError("agent-gone", { role });
    const { composer, dialogOn } = agentOf(role).screen;
    const { state } = composer(view);
    if (state === "empty") return undefined;
    if (state === "draft") return "draft";
    const asked = dialogOn(view.screen);
    if (asked || state === "dialog") return asked ?? "question";
    return (await saysReady(role)) ? undefined : "unseen";
  };

  const hasStarted = async (role: string, limit: number): Promise<boolean> => {
    const { mood } = await agentOf(role).observer.whenReady({ role, ...folders }, { limit, signal });
    return mood !== "starting";
  };

  /** A wait does not answer a question, so dialogs are detected from the first second on. */
  const started = async (
    deadline: number,
    role: string,
    pane: string,
    isEnough: (asked?: RitualBlocker) => boolean,
  ) => {
    for (;;) {
      const left = deadline - clock.elapsed();
      if (await hasStarted(role, Math.max(0, Math.min(left, LOOK_EVERY)))) return undefined;
      const { screen } = await paneInput.look(session, pane);
      const asked = agentOf(role).screen.dialogOn(screen);
      if (left <= 0 || signal.aborted || isEnough(asked)) return asked;
    }
  };

  const begun = clock.elapsed();
  /** Without a person, questions and drafts are not waited for. A missing composer may still be drawn. */
  const cleared = async (deadline: number, role: string, pane: string): Promise<RitualBlocker | undefined> => {
    for (;;) {
      const blocker = await blockerAt(role, pane);
      const limit = blocker === "unseen" ? Math.max(deadline, begun + START_LIMIT) : deadline;
      if (!blocker || clock.elapsed() >= limit || signal.aborted) return blocker;
      await clock.wait(LOOK_EVERY, signal);
    }
  };

  return {
    blockerAt,
    whenReady: (role, pane) => started(begun + START_LIMIT, role, pane, (asked) => asked !== undefined),
    async whenCleared(role, pane) {
      const deadline = clock.elapsed() + (isPatient ? ANSWER_LIMIT : 0);
      return (await started(deadline, role, pane, () => false)) ?? (await cleared(deadline, role, pane));
    },
  };
}
