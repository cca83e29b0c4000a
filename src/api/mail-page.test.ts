import { expect, test } from "vitest";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { readIds, send, testRoster } from "#store/store-fixture.contract.ts";
import { type MailQuery, mailPage } from "./mail-page.ts";

test("removed mail is not listed", async () => {
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  const body = "x".repeat(600 * 1024);
  const sent = [await send(store, { body }), await send(store, { body })];
  await readIds(store);
  const listed = async () => {
    const { messages } = await mailPage(store.mail, { order: "oldest", limit: 10 });
    return messages.map(({ id }) => id);
  };
  expect(await listed()).toEqual(sent.map(({ id }) => id));
  await store.mail.trim({ days: 100_000, megabytes: 1 });
  expect(await listed()).toEqual([sent[1]?.id]);
});

test("pages in both orders contain each message once, with any page size", async () => {
  const store = memoryRelayStore();
  await store.initialise(testRoster);
  for (let n = 0; n < 20; n++) await send(store, { to: n % 5 === 0 ? "storm" : "inferno" });
  await readIds(store, "storm");
  const pages = async (query: Omit<MailQuery, "limit">) => {
    const ids: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await mailPage(store.mail, { limit: 2, ...query, after: after ?? undefined }, { most: 3 });
      expect(page.messages.length).toBeLessThanOrEqual(2);
      ids.push(...page.messages.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    return ids;
  };
  const all = (await store.mail.all()).map(({ id }) => id);
  expect(await pages({ order: "oldest" })).toEqual(all);
  expect(await pages({ order: "newest" })).toEqual(all.toReversed());
  const ofStorm = all.filter((_, n) => n % 5 === 0);
  expect(await pages({ order: "newest", role: "storm" })).toEqual(ofStorm.toReversed());
  expect(await pages({ order: "oldest", state: "acked" })).toEqual(ofStorm);
  expect(await pages({ order: "oldest", state: "queued" })).toEqual(all.filter((id) => !ofStorm.includes(id)));
});
