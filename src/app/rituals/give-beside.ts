import type { Services } from "#app/services.ts";
import { startBeside } from "#app/supervisor/start-beside.ts";

/** Gives rituals from a background process, which survives when the person detaches. */
export async function giveBeside(
  session: string,
  services: Services,
  rituals: readonly { role: string }[],
): Promise<void> {
  if (rituals.length === 0) return;
  await startBeside(session, ["ritual", ...rituals.map(({ role }) => role), "--wait"], services.directory, services);
}
