import { expect, test } from "vitest";
import type { OpenArmy } from "#army/open-army.ts";
import { systemClock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { readIds, send, testRoster } from "#store/store-world.contract.ts";
import { openMailIndex } from "./mail-index.ts";

const entry = { name: "ovld-test", started: "2026-11-17T00:00:00.000Z" } as OpenArmy["entry"];

test("mail that the army let go of is not listed for ever", async () => {
  let elapsed = 0;
  const index = openMailIndex({ ...systemClock, elapsed: () => elapsed });
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const army: OpenArmy = { entry, store, roster: testRoster };
  const body = "x".repeat(600 * 1024);
  const sent = [await send(store, { body }), await send(store, { body }), await send(store, { body })];
  await readIds(store);
  const [first, second, third] = sent.map(({ id }) => id);
  const listed = async () => {
    const { messages } = await index.page(army, { order: "oldest", limit: 10 });
    return messages.map(({ id }) => id);
  };
  expect(await listed()).toEqual([first, second, third]);
  await store.mail.trim({ days: 100_000, megabytes: 1 });
  await expect(index.find(army, first as string)).rejects.toMatchObject({ code: "message-unknown" });
  expect(await listed()).toEqual([second, third]);
  elapsed += 600_000;
  expect(await listed()).toEqual([third]);
});
