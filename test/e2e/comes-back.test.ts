import { readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { formationFrom } from "#army/formation.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { readFormationFile } from "#home/formation-files.ts";
import { sessionPaths } from "#home/paths.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const SESSION = "ovld-mine";
const RESUME = ["summon", "--resume", "--detach", "--no-rituals"];

test("an army whose project became a link is not resumed in the link's target", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army, SESSION);
  await rename(army.project, `${army.project}-moved`);
  await symlink(army.home, army.project);
  const refused = await army.ovld(RESUME);
  expect(refused).toMatchObject({ status: exitStatus.conflict, stdout: "" });
  expect(refused.stderr).toContain(`${army.project} is now a link to ${army.home}`);
  const inJapanese = await army.ovld([...RESUME, "--lang", "ja"]);
  expect(inJapanese.stderr).toContain(`${army.project} は ${army.home} へのリンクになっています`);
});

test("after the registry is lost an army is not resumed unconfined without --no-sandbox", async () => {
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  await registerArmy(army, SESSION);
  await loseRegistry(army, { sandbox: "none", autonomy: "full" });
  const refused = await army.ovld(RESUME);
  expect(refused).toMatchObject({ status: exitStatus.sandbox, stdout: "" });
  expect(refused.stderr).toContain(`the registry was rebuilt and does not record whether session "${SESSION}"`);
  expect((await army.ovld([...RESUME, "--dry-run", "--no-sandbox"])).status).toBe(0);
});

/** Deletes the registry, and writes these values into `summonedWith` of the army's record. */
async function loseRegistry({ paths }: TemporaryArmy, summonedWith: object): Promise<void> {
  const { record } = sessionPaths(paths, SESSION);
  const entry = JSON.parse(await readFile(record, "utf8")) as Record<string, unknown>;
  const { name: _, ...formation } = formationFrom("overlord", await readFormationFile("overlord", paths));
  await writeFile(
    record,
    JSON.stringify({ ...entry, summonedWith: { lang: "en", rituals: false, formation, ...summonedWith } }),
  );
  await rm(paths.registry);
}
