import { join } from "node:path";
import * as z from "zod";
import { readText, writeAtomically } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import type { Context } from "#cli/context.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { hurdles, type RitualProgress, ritualStates } from "./give-rituals.ts";

const noted = z.object({
  rituals: z.array(
    z.object({ role: z.string(), state: z.enum(ritualStates), hurdle: z.enum(hurdles).exactOptional() }),
  ),
});

/** How far the rituals of a session have come, as whoever gives them noted it. */
export async function readRitualProgress(session: string, context: Context): Promise<RitualProgress[]> {
  const file = fileOf(session, context);
  const text = await readText(file).catch(() => undefined);
  const { success, data } = noted.safeParse(parseFormatted(file, text ?? ""));
  return success ? data.rituals : [];
}

export async function writeRitualProgress(
  session: string,
  progress: readonly RitualProgress[],
  context: Context,
): Promise<void> {
  const kept = progress.map(({ error: _, ...one }) => one);
  await writeAtomically(fileOf(session, context), formatted({ rituals: kept }), { durability: "process" });
}

function fileOf(session: string, { env }: Context): string {
  return join(sessionPaths(resolvePaths(env), session).folder, "rituals.json");
}
