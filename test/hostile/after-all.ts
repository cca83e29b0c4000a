import { serving } from "#test/api/serving.ts";
import { changing, looking } from "./commands.ts";
import { complaints } from "./complaints.ts";
import { type HostileFixture, MINE } from "./hostile-fixture.ts";
import type { Outcome } from "./run-bounded.ts";

/** Runs every command, the watcher and the server outside the sandbox; resolves with their faults and the damage. */
export async function afterAll(fixture: HostileFixture): Promise<string[]> {
  const ending = new AbortController();
  const watcher = fixture.ovldInBackground(ending.signal, "watch", "--session", MINE);
  const [looked, asked] = await Promise.all([inTurn(fixture, looking, 3), askServer(fixture)]);
  const changed = await inTurn(fixture, changing, 1);
  ending.abort();
  const watched = await watcher;
  // Without a status the watcher was killed at the end of this round, which is no fault.
  const outcomes = [...looked, ...changed, ...(watched.status === null ? [] : [watched])];
  return [...outcomes.flatMap(complaints), ...asked, ...fixture.canaries.harmed()];
}

/** Runs the commands in `lanes` parallel lanes. */
async function inTurn(fixture: HostileFixture, commands: readonly string[][], lanes: number): Promise<Outcome[]> {
  const waiting = [...commands];
  const lane = async (): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let next = waiting.shift(); next; next = waiting.shift()) outcomes.push(await fixture.ovld(...next));
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

async function askServer(fixture: HostileFixture): Promise<string[]> {
  await using server = await serving(fixture.army);
  const answers = await Promise.all(
    PATHS.map(async (path) => {
      const answer = await server.ask(`/api/v1/${path}`, { signal: AbortSignal.timeout(40_000) });
      const text = await answer.text();
      return /:bug"|^\s+at .*:\d+:\d+/.test(text) ? [`GET ${path}: ${answer.status} ${text}`] : [];
    }),
  ).catch((error: unknown) => [[`the server: ${error}`]]);
  return answers.flat();
}
