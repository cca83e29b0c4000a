import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { run } from "#base/run.ts";
import { commonFlags, isCommand } from "#cli/frame/command.ts";
import { commands } from "#cli/frame/table.ts";
import { skipWithout } from "#test/support/programs.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

/** Commands in fenced blocks without a language, without their comments. */
function commandsOf(document: string): string[] {
  const blocks = [...readFileSync(document, "utf8").matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  return blocks
    .flatMap(([, language, block = ""]) => (language === "" ? block.split("\n") : []))
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter(Boolean);
}

/** Preparation for the commands of a page. */
const before: Record<string, (army: TemporaryArmy) => Promise<unknown>> = {
  "README.md": (army) => writeFormation(army, "README.md", "one", ["lead"]),
  "README.ja.md": (army) => writeFormation(army, "README.ja.md", "one", ["lead"]),
  "docs/getting-started.md": async () => {},
  "docs/ja/getting-started.md": async () => {},
  "docs/rituals.md": (army) => army.ovld(["summon", "--detach", "--no-rituals"]),
  "docs/formations.md": (army) => writeFormation(army, "docs/formations.md", "two", ["lead", "hand"]),
};

/** Writes the formation that a page shows, and rituals for its roles. */
async function writeFormation(army: TemporaryArmy, document: string, name: string, roles: string[]): Promise<void> {
  const [, toml = ""] = /^```toml\n(.*?)^```/ms.exec(readFileSync(document, "utf8")) ?? [];
  await mkdir(army.paths.formations, { recursive: true });
  await writeFile(join(army.paths.formations, `${name}.toml`), toml);
  await mkdir(join(army.project, "rituals"));
  for (const role of roles) await writeFile(join(army.project, "rituals", `${role}.md`), `# ${role}\n`);
}

test.for(Object.keys(before))(
  "%s: every command of the page works, in order",
  { timeout: 300_000 },
  async (document, context) => {
    skipWithout(context, "zellij");
    await using army = await temporaryArmy();
    await installScriptedAgent(army);
    await before[document]?.(army);
    const commands = commandsOf(document);
    expect(commands.length).toBeGreaterThan(1);
    const scripts = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts);
    for (const command of commands) {
      const [, script] = /^npm (?:run )?(\S+)$/.exec(command) ?? [];
      // The npm scripts run this test suite, or the demo, which has tests of its own.
      if (script) expect(scripts, command).toContain(script);
      else {
        expect(command).toMatch(/^ovld /);
        const endless = command.includes("--follow");
        const { status, stderr } = await army.shell(endless ? `timeout --foreground -s INT 3 ${command}` : command);
        expect(endless ? [124] : [0], `${command}: ${stderr}`).toContain(status);
      }
    }
  },
);

test.for(Object.keys(before))("%s: every command and flag named in the text exists", async (document) => {
  const text = readFileSync(document, "utf8");
  const named = [...text.matchAll(/`ovld ([a-z][^`]*)`/g)].map(([, line]) => line as string);
  expect(named.length).toBeGreaterThan(0);
  for (const line of named) {
    const [name = "", ...words] = line.split(" ");
    expect(isCommand(name, commands), line).toBe(true);
    const { flags } = await commands[name as keyof typeof commands].load();
    const known = Object.keys({ ...flags, ...commonFlags });
    for (const word of words.filter((each) => each.startsWith("--")))
      expect(known, line).toContain(word.slice(2).replace(/=.*/, ""));
  }
});

test("npm install -g installs the program, its manual and its completions at the README's paths, and npm rm removes them", {
  timeout: 120_000,
}, async () => {
  await using army = await temporaryArmy();
  const prefix = join(army.folder, "prefix");
  const env = { npm_config_prefix: prefix, npm_config_cache: join(army.folder, "cache"), npm_config_offline: "true" };
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const clone = await unbuiltClone(army);
  for (const command of ["npm pack", `npm install -g ./ovld-${version}.tgz`]) {
    expect(readFileSync("README.md", "utf8")).toContain(`\`${command}\``);
    const { status, stderr } = await army.shell(command, { cwd: clone, env });
    expect(status, stderr).toBe(0);
  }
  const found = await army.shell(
    `"${prefix}/bin/ovld" --version && ls "${prefix}/share/man/man1/ovld.1" "$(npm root -g)"/ovld/dist/completions`,
    { env },
  );
  expect(found, found.stderr).toMatchObject({ status: 0 });
  expect(found.stdout).toMatch(/^\d+\.\d+\.\d+\n.*ovld\.1\n.*\n_ovld\novld\.bash\novld\.fish\n$/s);
  await army.shell("npm rm -g ovld", { env });
  expect((await army.shell(`find "${prefix}" ! -type d`)).stdout).toBe("");
});

/** A copy of the files in git with installed packages, not built yet. */
async function unbuiltClone({ folder }: TemporaryArmy): Promise<string> {
  const clone = join(folder, "clone");
  const { stdout } = await run("git", ["ls-files", "-z"], { cwd: resolve("."), timeLimit: 60_000 });
  for (const file of stdout.split("\0").filter((name) => name && existsSync(name)))
    await cp(file, join(clone, file), { recursive: true });
  await symlink(resolve("node_modules"), join(clone, "node_modules"));
  return clone;
}

test("both languages show the same commands, the first within the first 15 lines, at most 200 lines", () => {
  for (const pair of [
    ["README.md", "README.ja.md"],
    ["docs/getting-started.md", "docs/ja/getting-started.md"],
  ]) {
    const shown = pair.map((document) => {
      const lines = readFileSync(document, "utf8").split("\n");
      expect(lines.length).toBeLessThanOrEqual(200);
      expect(lines.slice(0, 15).join("\n")).toContain(commandsOf(document)[0]);
      const headings = lines.filter((line) => line.startsWith("#") && !line.startsWith("# ovld"));
      expect(headings.length).toBeGreaterThan(5);
      return {
        commands: commandsOf(document).map((line) => line.replace(/".*"/, '"…"')),
        headings: headings.map((line) => /^#+/.exec(line)?.[0]),
      };
    });
    expect(shown[1]).toEqual(shown[0]);
  }
});
