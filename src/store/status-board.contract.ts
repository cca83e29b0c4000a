import { describe, expect, test } from "vitest";
import type { RoleStatus } from "./status-board.ts";
import { type StoreFixture, testRoster } from "./store-fixture.contract.ts";

export function statusBoardContract(makeFixture: () => Promise<StoreFixture>): void {
  describe("status", () => {
    const working: RoleStatus = {
      role: "inferno",
      status: "working",
      task: "認証の実装",
      updated: "2025-01-02T03:04:05.678Z",
    };

    test("begins idle for every role, in the roster's order", async () => {
      await using fixture = await makeFixture();
      const all = await fixture.store.status.all();
      expect(all.map(({ role, status, task }) => [role, status, task])).toEqual(
        testRoster.roles.map(({ id }) => [id, "idle", ""]),
      );
    });

    test("is the role's last declared status, for every process", async () => {
      await using fixture = await makeFixture();
      const other = await fixture.open();
      await fixture.store.status.set({ ...working, status: "blocked" });
      await fixture.store.status.set(working);
      expect(await other.store.status.get("inferno")).toEqual(working);
      expect((await other.store.status.all())[2]).toEqual(working);
      expect(await other.store.status.get("storm")).toMatchObject({ status: "idle" });
    });

    test("is reset with a new army", async () => {
      await using fixture = await makeFixture();
      await fixture.store.status.set(working);
      await fixture.store.initialise(testRoster);
      expect(await fixture.store.status.get("inferno")).toMatchObject({ status: "idle", task: "" });
    });

    test("refuses a role that is not in the roster", async () => {
      await using fixture = await makeFixture();
      const unknown = { code: "role-unknown" };
      await expect(fixture.store.status.get("missing")).rejects.toMatchObject(unknown);
      await expect(fixture.store.status.set({ ...working, role: "missing" })).rejects.toMatchObject(unknown);
    });
  });
}
