import type { Mood } from "#agent-cli/agent-cli.ts";
import { multiplexerOf } from "#app/armies/army-parts.ts";
import { moodsIn } from "#app/observe/moods.ts";
import { guessMood } from "#army/guess-mood.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { recordedPanes } from "#home/session-record.ts";
import type { Context } from "./context.ts";

type Session = Pick<SessionEntry, "name" | "multiplexer" | "whereabouts">;

/** What is observed of a role's agent: what its CLI tells, else what can be guessed from its pane. */
export async function observedMood(session: Session, role: string, config: Config, context: Context): Promise<Mood> {
  const told = await (await moodsIn(session.name, context))(role);
  return told.mood === "unknown" ? ((await guessFor(session, role, config, context)) ?? told) : told;
}

/** Milliseconds for which a guess is told before another is made. */
const GUESS_EVERY = 3000;

/** The same for who looks all the time: a guess takes a moment, so the last one is told while the next is made. */
export function moodObserver(config: Config, context: Context): (session: Session, role: string) => Promise<Mood> {
  const guesses = new Map<string, { mood?: Mood | undefined; due: number }>();
  return async (session, role) => {
    const told = await (await moodsIn(session.name, context))(role);
    if (told.mood !== "unknown") return told;
    const key = `${session.name} ${role}`;
    const last = guesses.get(key) ?? { due: Number.NEGATIVE_INFINITY };
    guesses.set(key, last);
    if (context.clock.elapsed() >= last.due) {
      last.due = context.clock.elapsed() + GUESS_EVERY;
      void guessFor(session, role, config, context).then((mood) => {
        last.mood = mood;
      });
    }
    return last.mood ?? told;
  };
}

/** Undefined when there is no pane to look at. */
async function guessFor(session: Session, role: string, config: Config, context: Context): Promise<Mood | undefined> {
  const { env, clock, wire } = context;
  const { name } = session;
  try {
    const pane = (await recordedPanes(sessionPaths(resolvePaths(env), name).folder))[role];
    if (pane === undefined) return undefined;
    const { composer, limitOn } = await wire.openAgentSenses();
    const typist = await multiplexerOf(session, config, context);
    return await guessMood({ look: () => typist.look(name, pane), composer, limitOn, clock });
  } catch {
    return undefined;
  }
}
