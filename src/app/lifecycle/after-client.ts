import { multiplexerOf, surveySessions } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import type { SessionState } from "#army/survey.ts";
import type { Config } from "#config/settings.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Leaving } from "#multiplexer/multiplexer.ts";
import { dismissAlone } from "./dismiss-army.ts";

export type AfterClient =
  /** The session runs on. */
  | { what: "detached" }
  /** The session ended, but not by the person, e.g. by a killed multiplexer. The army is kept. */
  | { what: "lost" }
  /** The person ended the session; the army was removed. */
  | { what: "ended" }
  | { what: "not-removed"; error: unknown };

/** Finds out whether the army still runs after its person left the multiplexer; removes it if they ended it. */
export async function afterClient(
  entry: SessionEntry,
  leaving: Leaving,
  config: Config,
  services: Services,
): Promise<AfterClient> {
  const state = await stateOnceLeft(entry, config, services);
  if (state === "running" || state === "unknown") return { what: "detached" };
  if (leaving === "lost") return { what: "lost" };
  try {
    await dismissAlone(entry, config, services, { isOver: true });
    return { what: "ended" };
  } catch (error) {
    return { what: "not-removed", error };
  }
}

const LOOKS = 20;
const PAUSE = 100;

/** A server that is ending still lists its session for a moment, but answers no other request. */
async function stateOnceLeft(
  entry: SessionEntry,
  config: Config,
  services: Services,
): Promise<SessionState | undefined> {
  const multiplexer = await multiplexerOf(entry, config, services);
  const answers = () =>
    multiplexer.panes(entry.name).then(
      () => true,
      () => false,
    );
  for (let look = 1; ; look++) {
    const [surveyed] = await surveySessions([entry], config, services);
    const state = surveyed?.state;
    const isCertain = state === "running" ? await answers() : state !== "unknown";
    if (isCertain || look === LOOKS) return state;
    await services.clock.wait(PAUSE);
  }
}
