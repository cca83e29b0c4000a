import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { standInProgram } from "#test/support/stand-in-program.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { tmuxRunner } from "./run.ts";
import { inSession } from "./session.ts";

const standIn = async (army: TemporaryArmy, script: string) => (await standInProgram(army.folder, script)).program;

test("an unknown command of a tmux before 3.0 is reported with its version", async () => {
  await using army = await temporaryArmy();
  const old = (version: string) =>
    standIn(
      army,
      `[ "$1" = -V ] && { echo 'tmux ${version}'; exit; }; echo 'usage: set-option [-agosquw]' >&2; exit 1`,
    );
  const run = (program: string) => tmuxRunner({ program, env: army.env }).run([["set-option", "-p", "@a", "b"]]);
  await expect(run(await old("2.9a"))).rejects.toMatchObject({
    code: "program-too-old",
    details: { found: "2.9a", needed: "3.0" },
  });
  for (const version of ["3.0", "3.3a", "next-3.6", "master", "openbsd-7.4"])
    await expect(run(await old(version))).rejects.toMatchObject({ code: "program-failed" });
});

test.for(["can't find session: a", "no current target", "no server running on /tmp/s"])(
  "recognizes tmux's message for a missing session: %s",
  async (words) => {
    await using army = await temporaryArmy();
    const program = await standIn(army, `echo "${words}" >&2; exit 1`);
    await expect(inSession(tmuxRunner({ program, env: army.env }), "a", [])).rejects.toMatchObject({
      code: "session-ended",
    });
  },
);

test("hidden commands are not in the arguments", async () => {
  await using army = await temporaryArmy();
  const program = await standIn(army, `printf '%s\\n' "$@" > '${army.folder}/args'; cat > '${army.folder}/input'`);
  await tmuxRunner({ program, env: army.env }).run([["set-environment", "KEY", "secret"]], { hidden: true });
  expect(await readFile(join(army.folder, "args"), "utf8")).toBe("-u\nstart-server\n;\nsource-file\n-\n");
  expect(await readFile(join(army.folder, "input"), "utf8")).toBe('"set-environment" "KEY" "secret"\n');
});
