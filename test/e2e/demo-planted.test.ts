import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolvePaths } from "#home/paths.ts";
import { skipWithout } from "#test/support/programs.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

/** The folder of a killed demo. Its army uses tmux, and its settings name another program as tmux. */
async function plant(army: TemporaryArmy, folder: string): Promise<{ ran: string }> {
  const [ran, program] = [join(army.folder, "ran"), join(army.folder, "program")];
  await writeFile(program, `#!/bin/sh\necho "$@" >>'${ran}'\n`, { mode: 0o755 });
  const paths = resolvePaths({ OVLD_HOME: join(folder, "home") });
  await mkdir(paths.home, { recursive: true, mode: 0o700 });
  await writeFile(paths.config, `[programs]\ntmux = "${program}"\nzellij = "${program}"\n`);
  await registerArmy({ ...army, paths }, "ovld-landing-page", join(folder, "landing-page"));
  await utimes(folder, 1, 1);
  return { ran };
}

const commands = [
  ["demo", "--mux", "tmux"],
  ["doctor", "--fix"],
  ["purge", "--force"],
];

test.for(commands)(
  "%s ignores a demo folder that ovld did not make, and does not run the programs in its settings",
  async (command, context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    const folder = join(army.env.TMPDIR as string, "ovld-demo-planted");
    const { ran } = await plant(army, folder);
    const { stderr } = await army.ovld(command);
    expect(stderr).toBe("");
    expect(existsSync(ran)).toBe(false);
    expect((await readdir(folder)).sort()).toEqual(["home"]);
  },
);

test("an ovld home that others can write to is refused before a demo in it is removed", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const folder = join(army.paths.demos, "demo-left");
  await plant(army, folder);
  await chmod(army.paths.home, 0o777);
  for (const command of [
    ["demo", "--mux", "tmux"],
    ["purge", "--force"],
  ]) {
    const { stderr } = await army.ovld(command);
    expect(stderr).toContain(`other users can write to ${army.paths.home}\n`);
    expect(existsSync(folder)).toBe(true);
  }
});

test.for(commands)(
  "%s removes the folder of a killed demo with the programs of the caller",
  async (command, context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    const folder = join(army.paths.demos, "demo-left");
    const { ran } = await plant(army, folder);
    const { stderr } = await army.ovld(command);
    expect(stderr).toBe("");
    expect(existsSync(ran)).toBe(false);
    expect(existsSync(army.paths.demos)).toBe(false);
    await rm(army.paths.home, { recursive: true, force: true });
  },
);
