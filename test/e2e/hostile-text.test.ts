import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { without } from "#test/support/programs.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";

/** Sequences for clipboard, title, cursor and C1 colours, a bidi override, and invisible characters. */
const HOSTILE = "\u001b]52;c;ZXZpbA==\u0007\u001b]0;x\u0007\u001b[2J\u009b31m\u202e\u200b\ufeff\u{e0041}";
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}]/u;

test("no control sequence in a roster, a message or a status reaches the terminal", async () => {
  await using army = await temporaryArmy();
  const { relay, store } = await registerArmy(army);
  const file = join(relay, "closed", "roster.json");
  const roster = JSON.parse(await readFile(file, "utf8"));
  for (const role of roster.roles)
    Object.assign(role, { icon: HOSTILE, name: { en: HOSTILE, ja: HOSTILE }, rank: HOSTILE });
  await writeFile(file, JSON.stringify(roster));
  await army.ovld(["send", "storm", `${HOSTILE} text`, "--subject", HOSTILE]);
  await store.status.set({ role: "storm", status: "working", task: HOSTILE, updated: new Date().toISOString() });
  for (const lang of ["en", "ja"])
    for (const argv of [
      ["status"],
      ["status", "--all"],
      ["log"],
      ["inbox", "storm"],
      ["dashboard", "--plain"],
      ["log", "--export", "md"],
      ["report"],
    ]) {
      const { stdout, stderr } = await army.ovld([...argv, "--lang", lang]);
      expect(stdout, argv.join(" ")).not.toBe("");
      expect(`${stdout}${stderr}`, argv.join(" ")).not.toMatch(OBEYED);
    }
});

test.skipIf(without("tmux"))("JSON is escaped on a terminal, and unchanged in a pipe", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await army.ovld(["send", "storm", "a\u009b31m\u202eb"]);
  const ovld = [process.execPath, resolve("dist/main.cjs")];
  for (const argv of [
    ["log", "--json"],
    ["inbox", "storm", "--json"],
    ["log", "--export", "json"],
  ]) {
    expect((await army.ovld(argv)).stdout).toContain('"a\u009b31m\u202eb"');
    await using terminal = await openTerminal([...ovld, ...argv], { cwd: army.project, env: army.env, columns: 200 });
    expect(await terminal.ended()).toBe(0);
    expect(await terminal.screen()).toContain('"a\\u009b31m\\u202eb"');
  }
});
