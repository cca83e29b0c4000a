import { describe, expect, test } from "vitest";
import type { Progress } from "#agent-cli/observer.ts";
import type { Recollection } from "./recall.ts";
import type { SeenProgress } from "./receipt-state.ts";
import { type Receipts, receipts } from "./receipts.ts";

const CALL = 7;
const atWork: Progress = { steps: 3, conversation: "first" };
const resting: Progress = { ...atWork, steps: 5 };

/** Receipts of an agent with the progress `progress`, and the outcomes of its mail. */
function desk(progress: SeenProgress | undefined) {
  const outcomes: string[] = [];
  const failures: unknown[] = [];
  const here = {
    progress,
    /** True: receipts cannot be written. */
    isFull: false,
    look: async (): Promise<SeenProgress | undefined> => here.progress,
    /** Whether the transcript contains the mail. */
    recollection: "kept" as Recollection,
  };
  const decide = (outcome: string) => async () => {
    if (here.isFull) throw new Error("no room");
    outcomes.push(outcome);
  };
  const given: Receipts = receipts({
    look: () => here.look(),
    recall: async () => here.recollection,
    settle: (work) => void work.catch((error) => failures.push(error)),
  });
  const after = { acknowledge: decide("acked"), release: decide("gone back") };
  const give = async (seen: SeenProgress | undefined = here.progress) => {
    given.await(CALL, { after, seen });
    return given.written(CALL);
  };
  const seesNow = async (change: Partial<Progress> | "silent" | undefined) => {
    here.progress = typeof change === "object" ? { ...atWork, ...change } : change;
    await given.check();
  };
  return { here, given, after, give, seesNow, outcomes, failures };
}

describe("an agent with hooks", () => {
  test("has its mail after two more steps, because the second is requested by a model that has the mail", async () => {
    const { given, give, seesNow, outcomes } = desk(atWork);
    await give();
    given.heard({ id: 8, method: "tools/call" });
    await seesNow({});
    await seesNow({ steps: 4 });
    given.heard({ id: 9, method: "tools/call" });
    await seesNow({ steps: 4 });
    expect(outcomes).toEqual([]);
    await seesNow({ steps: 5 });
    expect(outcomes).toEqual(["acked"]);
  });

  test("does not have its mail before the transcript contains it, because a kill would lose it", async () => {
    const { here, give, seesNow, outcomes } = desk(atWork);
    here.recollection = "not yet";
    await give();
    await seesNow(resting);
    expect(outcomes).toEqual([]);
    here.recollection = "kept";
    await seesNow(atWork);
    expect(outcomes).toEqual([]);
    await seesNow(resting);
    expect(outcomes).toEqual(["acked"]);
  });

  test("does not have its mail if the transcript leaves it out: the mail is released", async () => {
    const { here, give, seesNow, outcomes } = desk(atWork);
    here.recollection = "left out";
    await give();
    await seesNow(resting);
    expect(outcomes).toEqual(["gone back"]);
  });

  test("does not have its mail after its files were cleared for another agent", async () => {
    const { given, give, seesNow, outcomes } = desk(atWork);
    await give();
    given.heard({ id: 8, method: "tools/call" });
    await seesNow("silent");
    await seesNow(undefined);
    expect(outcomes).toEqual([]);
  });

  test.each(["silent", undefined] as const)(
    "does not have mail given after another agent took its place (%s)",
    async (seen) => {
      const { here, given, give, seesNow, outcomes } = desk(atWork);
      await given.check();
      here.progress = seen;
      await give(seen);
      given.heard({ id: 8, method: "tools/call" });
      await seesNow(seen);
      expect(outcomes).toEqual([]);
      given.end();
      expect(outcomes).toEqual(["gone back"]);
    },
  );

  test("has its mail if the conversation was reported only later", async () => {
    const { give, seesNow, outcomes } = desk({ ...atWork, conversation: undefined });
    await give();
    await seesNow(resting);
    expect(outcomes).toEqual(["acked"]);
  });

  test("does not have its mail if it is in another conversation by then", async () => {
    const { give, seesNow, outcomes } = desk(atWork);
    await give();
    await seesNow({ conversation: undefined });
    expect(outcomes).toEqual([]);
    await seesNow({ ...resting, conversation: "second" });
    expect(outcomes).toEqual(["gone back"]);
  });

  test("is not judged by progress that is older than its mail", async () => {
    const { here, given, give, outcomes } = desk(resting);
    await give(atWork);
    let see = (_seen: SeenProgress) => {};
    here.look = () =>
      new Promise((resolve) => {
        see = resolve;
      });
    const checking = given.check();
    const tooEarly = async () => void outcomes.push("too early");
    for (const [id, seen] of [
      [8, atWork],
      [9, { ...atWork, conversation: "next" }],
    ] as const) {
      given.await(id, { after: { acknowledge: tooEarly, release: tooEarly }, seen });
      given.written(id);
    }
    see(resting);
    await checking;
    expect(outcomes).toEqual(["acked"]);
  });

  test("is judged from the next check on if its progress was unreadable at the answer", async () => {
    const { given, seesNow, outcomes } = desk(atWork);
    const after = { acknowledge: async () => void outcomes.push("acked"), release: async () => {} };
    given.await(CALL, { after, seen: undefined });
    given.written(CALL);
    await seesNow(resting);
    expect(outcomes).toEqual([]);
    await seesNow({ steps: resting.steps + 2 });
    expect(outcomes).toEqual(["acked"]);
  });
});

describe("an agent without hooks", () => {
  test("has its mail after it has answered the question behind the mail", async () => {
    const { given, give, seesNow, outcomes } = desk("silent");
    given.heard({ id: 0, method: "initialize" });
    const question = (await give()) as { id: string };
    await seesNow("silent");
    expect(outcomes).toEqual([]);
    expect(given.heard({ id: question.id, result: {} })).toBe(true);
    expect(outcomes).toEqual(["acked"]);
  });

  test("has its mail even if it is found silent only after that answer", async () => {
    const { given, after, seesNow, outcomes } = desk("silent");
    given.heard({ id: 0, method: "initialize" });
    given.await(CALL, { after, seen: undefined });
    const question = given.written(CALL) as { id: string };
    given.heard({ id: question.id, result: {} });
    expect(outcomes).toEqual([]);
    await seesNow("silent");
    expect(outcomes).toEqual(["acked"]);
  });

  test("has the mail before the answered question, and not yet the mail behind it", async () => {
    const { given, outcomes } = desk("silent");
    given.heard({ id: 0, method: "initialize" });
    const [, second] = [1, 2, 3].map((id) => {
      const after = { acknowledge: async () => void outcomes.push(`acked ${id}`), release: async () => {} };
      given.await(id, { after, seen: "silent" });
      return given.written(id) as { id: string };
    });
    given.heard({ id: second?.id, result: {} });
    expect(outcomes).toEqual(["acked 1", "acked 2"]);
  });
});

test("the end releases all unproved mail, also unwritten and later answers", async () => {
  const { given, after, give, outcomes } = desk(atWork);
  await give();
  given.await(8, { after, seen: atWork });
  given.end();
  expect(outcomes).toEqual(["gone back", "gone back"]);
  given.await(9, { after, seen: atWork });
  expect(outcomes).toHaveLength(3);
});

test("a call cancelled after its answer is released", async () => {
  const { given, give, seesNow, outcomes } = desk(atWork);
  await give();
  given.heard({ method: "notifications/cancelled", params: { requestId: 99 } });
  expect(outcomes).toEqual([]);
  given.heard({ method: "notifications/cancelled", params: { requestId: CALL } });
  await seesNow(resting);
  expect(outcomes).toEqual(["gone back"]);
});

test.each(["a check", "the end"])("a failed write is retried once by %s when there is space again", async (by) => {
  const { here, given, give, seesNow, outcomes, failures } = desk(atWork);
  await give();
  here.isFull = true;
  await seesNow(resting);
  await seesNow(resting);
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  expect(outcomes).toEqual([]);
  here.isFull = false;
  if (by === "a check") await seesNow(resting);
  else given.end();
  expect(outcomes).toEqual(["acked"]);
  given.end();
  expect(outcomes).toHaveLength(1);
});
