import type { StartDialog } from "#agent-cli/questions.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { Remains } from "./existing-army.ts";
import type { SummonPlan } from "./summon-plan.ts";

/** Why an agent takes no input: it ended, is still starting, or asks a question at its start. */
export type Blocker = "gone" | "starting" | StartDialog;

export type ReadyProgress =
  | { what: "ready"; role: string; isParked: boolean }
  | { what: "not-ready"; role: string; why: Blocker; seen: string }
  /** These roles are still starting; no other role became ready for a while. */
  | { what: "starting"; roles: readonly string[] }
  | { what: "counted"; ready: number; total: number };

export type SummonProgress =
  /** The ended army of this directory was removed. */
  | { what: "removed"; session: string }
  /** The plan is complete; nothing is created yet. */
  | { what: "planned"; plan: SummonPlan; isFirst: boolean }
  | { what: "waiting"; seconds: number }
  | ReadyProgress
  | { what: "ritual"; progress: RitualProgress };

/** Whether the ended army of a directory is resumed or replaced. */
export type ResumeChoice = "resume" | "fresh";

/** Reports the progress of a summoning to a surface. */
export interface SummonReporter {
  report(progress: SummonProgress): void;
  /** Asks a person whether an ended army is resumed or replaced. Without it, `summon` throws instead. */
  ask?: ((session: string, remains: Remains) => Promise<ResumeChoice>) | undefined;
}
