import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { without } from "#test/support/programs.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const skipped = without("tmux");

const summon = (army: TemporaryArmy, ...args: string[]) =>
  army.ovld(["summon", "--detach", "--no-rituals", "--mux", "tmux", ...args]);

async function fixture(): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  await installScriptedAgent(army);
  return army;
}

test("the first summon prints a welcome of five lines and unpacks the rituals, once", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await fixture();
  const dry = await army.ovld(["summon", "--dry-run", "--mux", "tmux"]);
  expect(dry.stdout).not.toContain("Welcome");
  for (const path of [army.paths.registry, army.paths.relay]) {
    expect(dry.stdout).toContain(`  ${path}\n`);
    expect(existsSync(path)).toBe(false);
  }
  const failed = await summon(army, "--formation", "none");
  expect(failed.status).toBe(5);
  expect(failed.stdout).toBe("");
  expect(existsSync(army.paths.rituals)).toBe(false);

  const first = await summon(army);
  expect(first, first.stderr).toMatchObject({ status: 0, stderr: "" });
  const lines = first.stdout.split("\n");
  expect(lines[0]).toMatch(/^Welcome\./);
  expect(lines[1]).toContain("tmux now starts 6 agents");
  expect(lines[2]).toContain("overlord > strategist > inferno, glacier, shadow, storm.");
  expect(lines[3]).toMatch(/Ctrl-b d to detach\..*`ovld attach`/);
  expect(lines[4]).toMatch(/`ovld unsummon` to end it\..*\/rituals;/);
  expect(lines[5]).toMatch(/^Summoning ovld-project/);
  const shipped = (await readdir("rituals", { recursive: true })).filter((name) => name.endsWith(".md"));
  for (const name of shipped)
    expect(await readFile(join(army.paths.rituals, name), "utf8")).toBe(await readFile(join("rituals", name), "utf8"));

  await army.ovld(["unsummon", "--force"]);
  expect((await summon(army)).stdout).toMatch(/^Summoning ovld-project/);
  await army.ovld(["unsummon", "--force"]);
});

test("the welcome in Japanese; with an existing set-up there is no welcome and files stay", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await fixture();
  const { stdout } = await summon(army, "--lang", "ja");
  expect(stdout).toMatch(/^ようこそ。.*\n.*6 体.*\n階級: overlord > .*\nCtrl-b d .*\n`ovld unsummon` .*\n/);
  await army.ovld(["unsummon", "--force"]);

  await using other = await fixture();
  await mkdir(other.paths.rituals, { recursive: true });
  await writeFile(join(other.paths.rituals, "storm.md"), "# Mine\n");
  expect((await summon(other)).stdout).toMatch(/^Summoning/);
  expect(await readdir(other.paths.rituals)).toEqual(["storm.md"]);
  await other.ovld(["unsummon", "--force"]);
});
