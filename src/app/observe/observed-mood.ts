import type { Mood } from "#agent-cli/observer.ts";
import { openSenses } from "#app/armies/army-agents.ts";
import { multiplexerOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import { guessMood } from "#army/guess-mood.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { recordedPanes } from "#home/session-record.ts";
import { moodsIn, type ObservedMood } from "./moods.ts";

type Session = Pick<SessionEntry, "name" | "multiplexer" | "socketEnv">;

/** Mood of a role's agent: reported by its agent CLI, else guessed from its pane. */
export async function observedMood(
  session: Session,
  role: string,
  config: Config,
  services: Services,
): Promise<ObservedMood> {
  const told = await (await moodsIn(session.name, services))(role);
  return told.mood === "unknown" ? ((await guessFor(session, role, config, services)) ?? told) : told;
}

export type MoodObserver = (session: Session, role: string) => Promise<ObservedMood>;

/** Milliseconds until a guess is repeated. */
const GUESS_EVERY = 3000;

/** For polling: a guess takes 400 ms, so the previous guess is returned while the next one is made. */
export function moodObserver(
  config: Config,
  services: Services,
): (session: Session, role: string) => Promise<ObservedMood> {
  const guesses = new Map<string, { mood?: Mood | undefined; due: number }>();
  return async (session, role) => {
    const told = await (await moodsIn(session.name, services))(role);
    if (told.mood !== "unknown") return told;
    const key = `${session.name} ${role}`;
    const last = guesses.get(key) ?? { due: Number.NEGATIVE_INFINITY };
    guesses.set(key, last);
    if (services.clock.elapsed() >= last.due) {
      last.due = services.clock.elapsed() + GUESS_EVERY;
      void guessFor(session, role, config, services).then((mood) => {
        last.mood = mood;
      });
    }
    return last.mood ?? told;
  };
}

/** Undefined if the role has no readable pane. */
async function guessFor(session: Session, role: string, config: Config, services: Services): Promise<Mood | undefined> {
  const { env, clock } = services;
  const { name } = session;
  try {
    const folders = sessionPaths(resolvePaths(env), name);
    const pane = (await recordedPanes(folders.folder))[role];
    if (pane === undefined) return undefined;
    const { screen } = (await openSenses(services))({ role, ...folders });
    const paneInput = await multiplexerOf(session, config, services);
    return await guessMood({ look: () => paneInput.look(name, pane), screen, clock });
  } catch {
    return undefined;
  }
}
