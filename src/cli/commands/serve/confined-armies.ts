import { registryOf } from "#app/armies/army-parts.ts";
import type { Context } from "#cli/frame/context.ts";
import type { Config } from "#config/settings.ts";

/** Sandboxed armies, if an army that is summoned over the API now would not be sandboxed. */
export async function confinedArmies({ sandbox }: Config, context: Context): Promise<string[]> {
  const isConfined = (engine: string) => (engine === "auto" ? context.platform === "darwin" : engine !== "none");
  if (isConfined(sandbox.engine)) return [];
  const armies = await registryOf(context).list();
  return armies.flatMap(({ name, summonedWith }) =>
    summonedWith?.sandbox && isConfined(summonedWith.sandbox) ? [name] : [],
  );
}
