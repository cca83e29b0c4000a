import type { StartDialog } from "#agent-cli/agent-cli.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import type { Remains } from "./existing-army.ts";
import type { SummonPlan } from "./summon-plan.ts";

/** Why an agent does not take input: it ended, is still starting, or asks a question of its start. */
export type Blocker = "gone" | "starting" | StartDialog;

export type ReadyProgress =
  | { what: "ready"; role: string; isParked: boolean }
  | { what: "not-ready"; role: string; why: Blocker; seen: string }
  /** Nothing has changed for a while; these roles are still starting. */
  | { what: "starting"; roles: readonly string[] }
  | { what: "counted"; ready: number; total: number };

export type SummonProgress =
  /** The army that ended here before was removed. */
  | { what: "removed"; session: string }
  /** Everything is decided, nothing is made yet. */
  | { what: "planned"; plan: SummonPlan; isFirst: boolean }
  | { what: "waiting"; seconds: number }
  | ReadyProgress
  | { what: "ritual"; progress: RitualProgress };

/** What becomes of an army that ended in this directory. */
export type ResumeChoice = "resume" | "fresh";

/** How a surface follows a summoning. */
export interface SummonReporter {
  report(progress: SummonProgress): void;
  /** Asks a person what becomes of an army that ended here; without it such an army is never removed unasked. */
  ask?: ((session: string, remains: Remains) => Promise<ResumeChoice>) | undefined;
}
