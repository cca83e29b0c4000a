import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { sessionPaths } from "#home/paths.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

async function used(army: TemporaryArmy, role: string, usage: object): Promise<void> {
  const { hooksFolder, transcripts } = exchangePaths({ role, ...sessionPaths(army.paths, "ovld-mine") });
  const file = join(army.home, `${role}.jsonl`);
  await mkdir(hooksFolder, { recursive: true });
  await writeFile(transcripts, `${file}\n`);
  await writeFile(file, `${JSON.stringify({ type: "assistant", message: { id: role, usage } })}\n{"half`);
}

test("cost: tokens of each role and of all, for people in both languages and for programs", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await used(army, "inferno", { input_tokens: 1200, output_tokens: 34, cache_read_input_tokens: 5_000_000 });
  await used(army, "storm", { input_tokens: 1, output_tokens: 2, cache_creation_input_tokens: 3 });
  await writeFile(army.paths.config, "[limits]\ntokens_per_role = 2000000\n");
  const { status, stdout } = await army.ovld(["cost"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ROLE +INPUT +OUTPUT +CACHE READ +CACHE WRITE +COUNTED +LIMIT$/m);
  expect(stdout).toMatch(/^inferno +1,200 +34 +5,000,000 +0 +1,234 +2,000,000$/m);
  expect(stdout).toMatch(/^all +1,201 +36 +5,000,000 +3 +1,240 +-$/m);
  expect((await army.ovld(["cost", "--lang", "ja"])).stdout).toMatch(/^合計 +1,201/m);
  expect(JSON.parse((await army.ovld(["cost", "--json", "--session", "ovld-mine"])).stdout)).toMatchObject({
    session: "ovld-mine",
    roles: [
      { role: "overlord", input: 0 },
      {},
      { role: "inferno", counted: 1234 },
      {},
      {},
      { role: "storm", counted: 6 },
    ],
    total: { input: 1201, output: 36, cacheRead: 5_000_000, cacheWrite: 3, counted: 1240 },
    limits: { tokensPerRole: 2_000_000, tokensTotal: 0 },
  });
});

test("status shows a parked role with its reason", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  const { hooksFolder, mood, parked } = exchangePaths({ role: "storm", ...sessionPaths(army.paths, "ovld-mine") });
  await mkdir(hooksFolder, { recursive: true });
  await writeFile(mood, "ready\n");
  await writeFile(parked, "7 of 7 tokens\n");
  expect((await army.ovld(["status"])).stdout).toMatch(/storm .*parked \(7 of 7 tokens\)/);
  const { roles } = JSON.parse((await army.ovld(["status", "--json"])).stdout);
  expect(roles.at(-1)).toMatchObject({ id: "storm", mood: "parked", moodDetail: "7 of 7 tokens" });
});
