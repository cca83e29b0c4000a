import { type Mood, type MoodName, moodNames } from "#agent-cli/agent-cli.ts";
import { parseJson } from "#base/parse-json.ts";
import { mayBeAlive } from "#base/process-identity.ts";
import { agentProcess } from "./agent-process.ts";
import { endOfLimit } from "./end-of-limit.ts";
import type { HookPaths } from "./hook-paths.ts";
import { readSmallFile } from "./small-file.ts";

/** Milliseconds after which an agent no longer counts as starting: its hooks may be disabled, or its relay broken. */
const START_LIMIT = 60_000;

/** The last mood that an agent's hooks reported, unless its process is certainly gone. */
export async function readMood(hooks: HookPaths): Promise<Mood> {
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

/** The event may be truncated, so it is searched as text. */
function detailOf(name: MoodName, event: string): string | undefined {
  if (name === "asking") return field(event, "tool_name") ?? field(event, "message");
  const reason = name === "limited" ? field(event, "last_assistant_message") : undefined;
  return reason && (/resets?\s+(.+)$/i.exec(reason)?.[0] ?? reason);
}

function field(event: string, name: string): string | undefined {
  const found = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(event)?.[1];
  const value = found === undefined ? undefined : parseJson(found);
  return typeof value === "string" ? value : undefined;
}
