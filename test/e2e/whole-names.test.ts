import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { roles } from "#test/support/army-roles.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { without } from "#test/support/programs.ts";
import { installScriptedAgent, notesOf } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";

for (const kind of multiplexerKinds) {
  const verifies = verifying({ skip: without(kind), timeout: 180_000 });

  verifies("cli:unsummon:name", `a full name ends only that army, a prefix ends none, on ${kind}`, async () => {
    await using army = await temporaryArmy();
    await installScriptedAgent(army);
    // Scripted agents name their notes by the last part of the project's path.
    const [next, third] = [join(army.folder, "next", "Project"), join(army.folder, "third")];
    for (const folder of [next, third]) await mkdir(folder, { recursive: true });
    for (const cwd of [army.project, next])
      expect((await army.ovld(["summon", "--mux", kind, "--detach", "--no-rituals"], { cwd })).status).toBe(0);
    const pids = async () => Promise.all(roles.map(async (role) => (await notesOf(army, role, next)).pid));
    const before = await vi.waitFor(
      async () => {
        const found = await pids();
        expect(found.every((pid) => pid > 0)).toBe(true);
        return found;
      },
      { timeout: 60_000 },
    );
    const from = (...args: string[]) => army.ovld(args, { cwd: third });

    expect(await from("unsummon", "ovld-project", "--force")).toMatchObject({
      status: 0,
      stdout: "ovld-project is unsummoned.\n",
    });
    expect(await standing(army)).toEqual(["ovld-project-2 running"]);

    const refused = {
      status: 5,
      stdout: "",
      stderr: expect.stringMatching(/"ovld-project"; registered: ovld-project-2\n/),
    };
    expect(await from("unsummon", "ovld-project", "--force")).toMatchObject(refused);
    expect(await from("restart", "--all", "--force", "--session", "ovld-project")).toMatchObject(refused);
    expect(await standing(army)).toEqual(["ovld-project-2 running"]);
    expect(await pids()).toEqual(before);
    for (const pid of before) expect(() => process.kill(pid, 0)).not.toThrow();

    expect((await from("status", "ovld-project")).stdout).toMatch(/^ovld-project-2 +running/);
    expect((await from("restart", "sto", "--force", "--session", "ovld-project-2")).status).toBe(0);
    expect((await from("unsummon", "ovld-project-2", "--force")).status).toBe(0);
    await expectNothingLeft(army);
  });
}

async function standing(army: TemporaryArmy): Promise<string[]> {
  const all = JSON.parse((await army.ovld(["status", "--all", "--json"])).stdout) as { name: string; state: string }[];
  return all.map(({ name, state }) => `${name} ${state}`);
}
