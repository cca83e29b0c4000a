import type { AgentCli, StartDialog } from "#agent-cli/agent-cli.ts";
import type { GiveParts } from "#army/give-rituals.ts";
import type { SessionPaths } from "#config/paths.ts";
import type { Multiplexer } from "#multiplexer/multiplexer.ts";
import type { Context } from "./context.ts";

/** Milliseconds that all agents of an army together have to start. */
export const START_LIMIT = 30_000;
/** Milliseconds that a person has to answer what an agent asks at its start. */
const ANSWER_LIMIT = 600_000;
const LOOK_EVERY = 1000;

export interface ReadinessParts {
  session: string;
  places: SessionPaths;
  agent: Pick<AgentCli, "bell" | "dialogOn">;
  multiplexer: Pick<Multiplexer, "screen">;
  /** Whether somebody is there to answer what an agent asks. */
  isPatient: boolean;
}

/** Agents tell by their hooks when they take input; one that tells nothing is waited for as long as starting may take. */
export function readiness(
  { session, places, agent, multiplexer, isPatient }: ReadinessParts,
  { clock, signal }: Context,
): Pick<GiveParts, "whenReady" | "whenAnswered"> {
  const dialogIn = async (pane: string): Promise<StartDialog | undefined> =>
    agent.dialogOn(await multiplexer.screen(session, pane));

  const hasStarted = async (role: string, limit: number): Promise<boolean> => {
    if (!agent.bell) return true;
    const { mood } = await agent.bell.whenReady({ role, ...places }, { limit, signal });
    return mood !== "starting";
  };

  /** A question is answered by a person and not by waiting, so it is looked for from the first second on. */
  const until = async (deadline: number, role: string, pane: string, isEnough: (dialog?: StartDialog) => boolean) => {
    for (;;) {
      const left = deadline - clock.elapsed();
      if (await hasStarted(role, Math.max(0, Math.min(left, LOOK_EVERY)))) return undefined;
      const dialog = await dialogIn(pane);
      if (left <= 0 || signal.aborted || isEnough(dialog)) return dialog;
    }
  };

  const started = clock.elapsed();
  return {
    whenReady: (role, pane) => until(started + START_LIMIT, role, pane, (dialog) => dialog !== undefined),
    whenAnswered: (role, pane) => until(clock.elapsed() + (isPatient ? ANSWER_LIMIT : 0), role, pane, () => false),
  };
}
