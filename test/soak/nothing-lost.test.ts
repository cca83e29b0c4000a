import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { soak } from "./soak.ts";

test("nothing is lost, repeated unmarked or out of order while processes are killed", {
  timeout: 120_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.log(`SEED=${seed}`);
  await using folder = await temporaryFolder();
  const { faults, kills } = await soak({ messages: 1200, seed, folder: folder.path });
  expect(faults).toEqual([]);
  expect(kills).toBeGreaterThan(10);
});
