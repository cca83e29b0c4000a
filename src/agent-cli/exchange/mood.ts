import { type Mood, type MoodName, moodNames } from "#agent-cli/observer.ts";
import { mayBeAlive } from "#base/process-identity.ts";
import { agentProcess } from "./agent-process.ts";
import type { ExchangePaths } from "./exchange-paths.ts";
import { readSmallFile } from "./small-file.ts";

/** Milliseconds after which an agent no longer counts as starting: its reports may be disabled, or its relay broken. */
const START_LIMIT = 60_000;

/** Reads the events that an agent CLI reports beside a mood. An event may be truncated. */
export interface EventReader {
  /** The question, or the text of the limit, in the CLI's words. */
  detailOf(mood: MoodName, event: string): string | undefined;
  /** End of a limit that was hit at `since`. Milliseconds. */
  endOfLimit(words: string, since: number): number;
}

/** The last mood that an agent reported, unless its process is certainly gone. */
export async function readMood(hooks: ExchangePaths, { detailOf, endOfLimit }: EventReader): Promise<Mood> {
  const told = await look(hooks.mood);
  if (!told) return { mood: "unknown" };
  const { name, event, at, isGuess } = told;
  const since = new Date(at).toISOString();
  if (name === "gone") return { mood: name, since };
  if (!(await isThere(hooks.agent))) return { mood: "gone" };
  const parked = await readSmallFile(hooks.parked);
  if (parked) return { mood: "parked", since: new Date(parked.at).toISOString(), detail: parked.text.split("\n")[0] };
  const detail = detailOf(name, event);
  if (name === "limited") return whileLimited({ since, detail }, endOfLimit(detail ?? "", at));
  const isOver = name === "starting" && Date.now() - at > START_LIMIT;
  return isOver ? { mood: "unknown", since } : { mood: name, since, detail, ...(isGuess && { isGuess }) };
}

function whileLimited(seen: Omit<Mood, "mood">, end: number): Mood {
  if (Date.now() > end) return { mood: "unknown", since: seen.since };
  return { mood: "limited", ...seen, until: new Date(end).toISOString() };
}

interface Told {
  name: MoodName;
  event: string;
  at: number;
  /** Inferred from `idle`, not reported at the end of a turn. */
  isGuess: boolean;
}

/** A shorter line overwrites a longer one in place, so everything below the event is older. */
async function look(file: string): Promise<Told | undefined> {
  const found = await readSmallFile(file);
  if (!found?.text.includes("\n")) return undefined;
  const [first = "", event = ""] = found.text.split("\n");
  const [word, , how] = first.split(" ");
  const name = moodNames.find((known) => known === word);
  return name && { name, event, at: found.at, isGuess: how === "idle" };
}

/** Without a known process the agent may be running. */
async function isThere(file: string): Promise<boolean> {
  const agent = await agentProcess(file);
  return agent === undefined || mayBeAlive(agent);
}
