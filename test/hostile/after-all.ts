import { serving } from "#test/api/serving.ts";
import { changing, looking } from "./commands.ts";
import { complaints } from "./complaints.ts";
import { type HostileWorld, MINE } from "./hostile-world.ts";
import type { Outcome } from "./run-bounded.ts";

/** Runs every command, the watcher and the server outside; resolves with what each did wrong, and what was harmed. */
export async function afterAll(world: HostileWorld): Promise<string[]> {
  const ending = new AbortController();
  const watcher = world.ovldBeside(ending.signal, "watch", "--session", MINE);
  const [looked, asked] = await Promise.all([inTurn(world, looking, 3), askServer(world)]);
  const changed = await inTurn(world, changing, 1);
  ending.abort();
  const watched = await watcher;
  // Killed by the end of this round, unless it ended by itself.
  const outcomes = [...looked, ...changed, ...(watched.status === null ? [] : [watched])];
  return [...outcomes.flatMap(complaints), ...asked, ...world.canaries.harmed()];
}

/** So many at once. */
async function inTurn(world: HostileWorld, commands: readonly string[][], lanes: number): Promise<Outcome[]> {
  const waiting = [...commands];
  const lane = async (): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let next = waiting.shift(); next; next = waiting.shift()) outcomes.push(await world.ovld(...next));
    return outcomes;
  };
  return (await Promise.all(Array.from({ length: lanes }, lane))).flat();
}

const PATHS = [
  ...["health", "status", "sessions", `sessions/${MINE}`, `sessions/${MINE}/agents`, `sessions/${MINE}/messages`],
  ...["storm", "glacier"].flatMap((role) => [
    `sessions/${MINE}/agents/${role}`,
    `sessions/${MINE}/agents/${role}/messages`,
    `sessions/${MINE}/agents/${role}/screen`,
  ]),
];

async function askServer(world: HostileWorld): Promise<string[]> {
  await using server = await serving(world.army);
  const answers = await Promise.all(
    PATHS.map(async (path) => {
      const answer = await server.ask(`/api/v1/${path}`, { signal: AbortSignal.timeout(40_000) });
      const text = await answer.text();
      return /:bug"|^\s+at .*:\d+:\d+/.test(text) ? [`GET ${path}: ${answer.status} ${text}`] : [];
    }),
  ).catch((error: unknown) => [[`the server: ${error}`]]);
  return answers.flat();
}
