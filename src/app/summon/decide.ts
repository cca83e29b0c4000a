import type { Services } from "#app/services.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type ExistingArmy, remainsOf } from "./existing-army.ts";
import type { ResumeChoice, SummonReporter } from "./summon-progress.ts";

/**
 * Decides whether the ended army of this directory is resumed or replaced: as requested, else as a person answers if
 * something would be lost. Without a person it throws. Undefined if no army has ended here.
 */
export async function decide(
  existing: ExistingArmy | undefined,
  asked: ResumeChoice | undefined,
  services: Services,
  ask?: SummonReporter["ask"],
): Promise<ResumeChoice | undefined> {
  if (!existing && asked === "resume") throw new OvldError("nothing-to-resume", { directory: services.directory });
  if (!existing?.isOver) return undefined;
  if (asked) return asked;
  const { entry } = existing;
  const remains = await remainsOf(entry, services);
  if (!entry.isResting && remains.unread === 0 && remains.conversations === 0) return "fresh";
  if (!ask) throw new OvldError("session-resumable", { session: entry.name, ...remains });
  return ask(entry.name, remains);
}
