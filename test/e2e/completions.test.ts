import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { skipWithout } from "#test/support/programs.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const execute = promisify(execFile);

/** A fixture in which one army is registered, and the completion script for a shell. */
async function shellFixture(shell: string): Promise<{ army: TemporaryArmy; script: string }> {
  const army = await temporaryArmy();
  await registerArmy(army);
  const script = join(army.folder, `completion.${shell}`);
  await writeFile(script, (await army.ovld(["completions", shell])).stdout);
  return { army, script };
}

const cases: [words: string[], offered: string[]][] = [
  [["do"], ["doctor"]],
  [["init", "--f"], ["--force"]],
  [
    ["doctor", "--lang", ""],
    ["en", "ja"],
  ],
  [["completions", "z"], ["zsh"]],
  [["send", "inf"], ["inferno"]],
  [["inbox", "storm", "--session", "ovld-"], ["ovld-mine"]],
  [["help", "do"], ["doctor"]],
  [["help", "ex"], ["exit-codes"]],
  [
    ["--lang", ""],
    ["en", "ja"],
  ],
  [["--lang", "j"], ["ja"]],
  [["--lang", "ja", "sta"], ["status"]],
  [["--lang", "ja", "send", "inf"], ["inferno"]],
  [["send", "--subject", "x", "inf"], ["inferno"]],
  [["--d"], ["--debug"]],
];

test("candidates are the names that exist now", async () => {
  const { army } = await shellFixture("bash");
  await using _ = army;
  expect((await army.ovld(["completions", "--candidates", "session"])).stdout).toBe("ovld-mine\n");
  expect((await army.ovld(["completions", "--candidates", "role"])).stdout).toBe(
    "overlord\nstrategist\ninferno\nglacier\nshadow\nstorm\n",
  );
  expect((await army.ovld(["completions", "--candidates", "formation"])).stdout).toBe("mas\noverlord\n");
});

test("bash completes commands, flags and values", async (context) => {
  skipWithout(context, "bash");
  const { army, script } = await shellFixture("bash");
  await using _ = army;
  // bash splits words at an equals sign.
  for (const [words, offered] of [...cases, [["--lang", "=", "ja", "sta"], ["status"]] as const]) {
    const line = words.map((word) => `'${word}'`).join(" ");
    const program = `source '${script}'; COMP_WORDS=(ovld ${line}); COMP_CWORD=${words.length}; _ovld; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await execute("bash", ["-c", program], { env: army.env, cwd: army.project });
    expect(stdout.trim().split("\n"), line).toEqual(offered);
  }
});

test("zsh completes commands, flags and values", async (context) => {
  skipWithout(context, "zsh");
  const { army, script } = await shellFixture("zsh");
  await using _ = army;
  for (const [words, offered] of cases) {
    const line = ["ovld", ...words].map((word) => `'${word}'`).join(" ");
    const program = `compdef() { :; }; compadd() { shift; print -rl -- "$@"; }; source '${script}'; words=(${line}); CURRENT=${words.length + 1}; _ovld`;
    const { stdout } = await execute("zsh", ["-f", "-c", program], { env: army.env, cwd: army.project });
    const prefix = words.at(-1) ?? "";
    expect(
      stdout
        .trim()
        .split("\n")
        .filter((word) => word.startsWith(prefix)),
      line,
    ).toEqual(offered);
  }
});

test("the package contains equal scripts, and zsh finds its script through fpath", async (context) => {
  const files = { bash: "ovld.bash", zsh: "_ovld", fish: "ovld.fish" };
  const { army } = await shellFixture("zsh");
  await using _ = army;
  for (const [shell, file] of Object.entries(files))
    expect(await readFile(join("dist/completions", file), "utf8"), shell).toBe(
      (await army.ovld(["completions", shell])).stdout,
    );
  skipWithout(context, "zsh");
  const program = `compadd() { shift; print -rl -- "$@"; }; fpath=('${resolve("dist/completions")}'); autoload -U _ovld; words=(ovld init --f); CURRENT=3; _ovld`;
  const { stdout } = await execute("zsh", ["-f", "-c", program], { env: army.env, cwd: army.project });
  expect(stdout.split("\n")).toContain("--force");
});

test("fish completes commands, flags and values", async (context) => {
  skipWithout(context, "fish");
  const { army, script } = await shellFixture("fish");
  await using _ = army;
  for (const [words, offered] of cases) {
    const line = ["ovld", ...words].join(" ");
    const { stdout } = await execute("fish", ["--no-config", "-c", `source '${script}'; complete -C '${line}'`], {
      env: army.env,
      cwd: army.project,
    });
    expect(
      stdout
        .trim()
        .split("\n")
        .map((row) => row.split("\t")[0]),
      line,
    ).toEqual(offered);
  }
});
