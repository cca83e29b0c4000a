import { readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { FORMAT } from "#base/format.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const SESSION = "ovld-mine";

/** An army with one unread message, on disk as ovld 0.1 left it: no versions, the roster among the mail. */
async function olderArmy(army: TemporaryArmy): Promise<void> {
  const { relay } = await registerArmy(army, SESSION);
  expect(await army.ovld(["send", "storm", "kept mail"])).toMatchObject({ status: 0 });
  const { record } = sessionPaths(army.paths, SESSION);
  const { version: _, ...entry } = JSON.parse(await readFile(record, "utf8")) as Record<string, unknown>;
  // Removed first: without the index, ovld reads the records.
  await rm(army.paths.registry);
  await writeFile(record, JSON.stringify(entry));
  const roster = join(relay, "closed", "roster.json");
  const { version: __, ...older } = JSON.parse(await readFile(roster, "utf8")) as Record<string, unknown>;
  await writeFile(roster, JSON.stringify(older));
  await rename(roster, join(relay, "roster.json"));
  await rmdir(join(relay, "closed"));
}

test.for([
  ["en", `session "${SESSION}" was summoned by an older version of ovld`],
  ["ja", `セッション "${SESSION}" は古いバージョンの ovld で召喚されました`],
] as const)("an army of an older version is refused in one line that says what to do (%s)", async ([lang, line]) => {
  await using army = await temporaryArmy();
  await olderArmy(army);
  for (const command of [["send", "storm", "x"], ["log"], ["inbox", "storm"], ["restart", "storm", "--force"]]) {
    const refused = await army.ovld([...command, "--lang", lang]);
    expect(refused, command.join(" ")).toMatchObject({ status: exitStatus.conflict, stdout: "" });
    expect(refused.stderr).toContain(line);
    expect(refused.stderr).toContain(`ovld unsummon ${SESSION} --keep`);
  }
  expect((await army.ovld(["status", "--all"])).stdout).toContain(SESSION);
});

test("an army of an older version that is ended keeps its mail in the history", async () => {
  await using army = await temporaryArmy();
  await olderArmy(army);
  expect(await army.ovld(["unsummon", SESSION, "--force"])).toMatchObject({ status: 0 });
  expect((await army.ovld(["log", "--past"])).stdout).toContain("kept mail");
});

test("an ended army of an older version is migrated with its mail", async () => {
  await using army = await temporaryArmy();
  await olderArmy(army);
  // The army has no session, so it has ended; its unread mail makes summon refuse to replace it.
  expect(await army.ovld(["summon", "--detach", "--mux", "tmux", "--no-rituals"])).toMatchObject({
    status: exitStatus.conflict,
    stderr: expect.stringContaining("unread messages 1"),
  });
  const registry = openRegistry({ paths: army.paths, clock: systemClock });
  expect(await registry.find(SESSION)).toMatchObject({ version: FORMAT });
  expect((await army.ovld(["inbox", "storm"])).stdout).toContain("kept mail");
});
