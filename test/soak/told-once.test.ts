import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { bundleProgram } from "#test/support/bundle.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";

const ROUNDS = 40;
const WORKERS = ["watcher", "relay", "another relay"];

test("a watcher and relays that bounce mail concurrently send one bounce per message", {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder();
  const program = await bundleProgram("test/soak/bounce-worker.ts", folder.path);
  const workers = WORKERS.map((kind) => fork(program, [kind]));
  try {
    await Promise.all(workers.map(answerOf));
    for (let round = 0; round < ROUNDS; round++) await race(join(folder.path, String(round)), workers);
  } finally {
    for (const worker of workers) worker.kill("SIGKILL");
  }
});

/** Stores mail of two roles and the user, and lets all workers bounce it. */
async function race(relay: string, workers: readonly ChildProcess[]): Promise<void> {
  const store = fileRelayStore(relay);
  await store.initialise(sixRoles({ deadlines: { normal: 1, urgent: 1 } }));
  for (const from of ["storm", "user", "storm", "shadow"]) {
    const id = await store.mail.nextId();
    const fields = { from, to: "inferno", subject: "s", body: "b", thread: id };
    await store.mail.put({
      ...{ id, ...fields, priority: "normal", state: "queued" },
      timestamp: new Date().toISOString(),
    });
  }
  const answers = workers.map(answerOf);
  for (const worker of workers) worker.send(relay);
  expect(await Promise.all(answers)).toEqual(workers.map(() => "done"));

  const lost = await store.mail.unread("inferno");
  expect(lost.map(({ state }) => state)).toEqual(lost.map(() => "bounced"));
  expect(lost).toHaveLength(4 + WORKERS.length);
  const bounces = (await store.mail.all()).filter(({ from }) => from === "ovld");
  for (const { id, from, delivery } of lost) {
    const found = bounces.filter(({ body }) => body.includes(id));
    expect(
      found.map((bounce) => [bounce.to, bounce.id]),
      id,
    ).toEqual([[from, delivery?.bounce]]);
  }
}

async function answerOf(worker: ChildProcess): Promise<unknown> {
  const [answer] = await once(worker, "message");
  return answer;
}
