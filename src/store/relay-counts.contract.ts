import { describe, expect, test } from "vitest";
import { type StoreFixture, testRoster } from "./store-fixture.contract.ts";

export function relayCountsContract(makeFixture: () => Promise<StoreFixture>): void {
  const noCounts = Object.fromEntries(testRoster.roles.map(({ id }) => [id, 0]));

  describe("relay counts", () => {
    test("start at 0 for every role and sum the events of all processes", async () => {
      await using fixture = await makeFixture();
      const other = await fixture.open();
      expect(await fixture.store.counts.all("starts")).toEqual(noCounts);
      await Promise.all(Array.from({ length: 20 }, () => fixture.store.counts.add("inferno", "cuts")));
      await other.store.counts.add("inferno", "cuts");
      await other.store.counts.add("storm", "starts");
      expect(await fixture.store.counts.all("cuts")).toEqual({ ...noCounts, inferno: 21 });
      expect(await fixture.store.counts.all("starts")).toEqual({ ...noCounts, storm: 1 });
    });

    test("survive a second initialisation, and end with the store", async () => {
      await using fixture = await makeFixture();
      await fixture.store.counts.add("inferno", "starts");
      await fixture.store.initialise(testRoster);
      expect(await fixture.store.counts.all("starts")).toMatchObject({ inferno: 1 });
      await fixture.store.clean();
      await expect(fixture.store.counts.all("starts")).rejects.toMatchObject({ code: "store-missing" });
      await fixture.store.initialise(testRoster);
      expect(await fixture.store.counts.all("starts")).toEqual(noCounts);
    });

    test("refuse a role that is not in the roster", async () => {
      await using fixture = await makeFixture();
      await expect(fixture.store.counts.add("unknown", "starts")).rejects.toMatchObject({ code: "role-unknown" });
    });
  });
}
