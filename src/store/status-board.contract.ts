import { describe, expect, test } from "vitest";
import type { RoleStatus } from "./status-board.ts";
import { type StoreWorld, testRoster } from "./store-world.contract.ts";

export function statusBoardContract(makeWorld: () => Promise<StoreWorld>): void {
  describe("status", () => {
    const working: RoleStatus = {
      role: "inferno",
      status: "working",
      task: "認証の実装",
      updated: "2025-01-02T03:04:05.678Z",
    };

    test("begins idle for every role, in the roster's order", async () => {
      await using world = await makeWorld();
      const all = await world.store.status.all();
      expect(all.map(({ role, status, task }) => [role, status, task])).toEqual(
        testRoster.roles.map(({ id }) => [id, "idle", ""]),
      );
    });

    test("is what the role said last, for every process", async () => {
      await using world = await makeWorld();
      const other = await world.open();
      await world.store.status.set({ ...working, status: "blocked" });
      await world.store.status.set(working);
      expect(await other.store.status.get("inferno")).toEqual(working);
      expect((await other.store.status.all())[2]).toEqual(working);
      expect(await other.store.status.get("storm")).toMatchObject({ status: "idle" });
    });

    test("begins anew with a new army", async () => {
      await using world = await makeWorld();
      await world.store.status.set(working);
      await world.store.initialise(testRoster);
      expect(await world.store.status.get("inferno")).toMatchObject({ status: "idle", task: "" });
    });

    test("refuses a role that the roster does not name", async () => {
      await using world = await makeWorld();
      const unknown = { code: "role-unknown" };
      await expect(world.store.status.get("nobody")).rejects.toMatchObject(unknown);
      await expect(world.store.status.set({ ...working, role: "nobody" })).rejects.toMatchObject(unknown);
    });
  });
}
