import { describe, expect, test } from "vitest";
import { digestContract } from "./digest.contract.ts";
import { mailStoreContract } from "./mail-store.contract.ts";
import { pendingContract } from "./pending.contract.ts";
import { relayCountsContract } from "./relay-counts.contract.ts";
import { statusBoardContract } from "./status-board.contract.ts";
import { readIds, type StoreFixture, send, testRoster } from "./store-fixture.contract.ts";
import { watchContract } from "./watch.contract.ts";
import { watchStoreContract } from "./watch-store.contract.ts";

/** Contract of a session's store and its parts. */
export function relayStoreContract(makeFixture: () => Promise<StoreFixture>): void {
  mailStoreContract(makeFixture);
  watchContract(makeFixture);
  digestContract(makeFixture);
  watchStoreContract(makeFixture);
  statusBoardContract(makeFixture);
  pendingContract(makeFixture);
  relayCountsContract(makeFixture);

  describe("store", () => {
    test("keeps the roster for every process", async () => {
      await using fixture = await makeFixture();
      const other = await fixture.open();
      expect(await other.store.roster()).toEqual(testRoster);
    });

    test("keeps the mail and takes the new roster when initialised again", async () => {
      await using fixture = await makeFixture();
      const { id } = await send(fixture.store);
      const [overlord, , inferno] = testRoster.roles;
      const roles = [overlord, inferno].filter((role) => role !== undefined);
      await fixture.store.initialise({ ...testRoster, roles });
      expect(await readIds(fixture.store)).toEqual([id]);
      await expect(fixture.store.mail.take("storm")).rejects.toMatchObject({ code: "role-unknown" });
    });

    test("is missing for every process after clean, and can be initialised again, empty", async () => {
      await using fixture = await makeFixture();
      const other = await fixture.open();
      const message = await send(other.store);
      await other.store.pending.mark("inferno", message);
      await fixture.store.clean();
      const missing = { code: "store-missing", exitStatus: 8 };
      for (const { mail, status, pending, roster } of [fixture.store, other.store]) {
        await expect(roster()).rejects.toMatchObject(missing);
        await expect(mail.nextId()).rejects.toMatchObject(missing);
        await expect(mail.put({ ...message, id: `${message.id}x` })).rejects.toMatchObject(missing);
        await expect(mail.take("inferno")).rejects.toMatchObject(missing);
        await expect(mail.all()).rejects.toMatchObject(missing);
        await expect(status.all()).rejects.toMatchObject(missing);
        await expect(pending.read("inferno")).rejects.toMatchObject(missing);
      }
      await fixture.store.clean();
      await fixture.store.initialise(testRoster);
      expect(await other.store.mail.all()).toEqual([]);
      expect(await other.store.pending.read("inferno")).toBeUndefined();
      const { id } = await send(other.store);
      expect(await readIds(fixture.store)).toEqual([id]);
    });
  });
}
