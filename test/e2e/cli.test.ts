import { spawn } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { namesOf } from "#cli/frame/command.ts";
import { commands } from "#cli/frame/table.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { en } from "#i18n/en.ts";
import { ja } from "#i18n/ja.ts";
import { skipWithout } from "#test/support/programs.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** Every file below a folder with its content, to show that nothing changed. */
async function tree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")])));
}

async function setLanguage(army: TemporaryArmy, lang: string): Promise<void> {
  await mkdir(army.paths.home, { recursive: true });
  await writeFile(army.paths.config, `lang = "${lang}"\n`);
}

test("--version is one line, the package's", async () => {
  await using army = await temporaryArmy();
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  expect(await army.ovld(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

test("a full disk behind stdout, a relative home and a deleted directory each get their own error", async () => {
  await using army = await temporaryArmy();
  expect(await army.shell("ovld status >/dev/full")).toMatchObject({
    status: exitStatus.store,
    stderr: expect.stringContaining("no space left on device"),
  });
  // `unsummon` continues when its output pipe is closed, but still reports a full disk.
  expect((await army.shell("ovld unsummon --all --force >/dev/full")).status).toBe(exitStatus.store);
  const relative = await army.ovld(["purge", "--force"], { env: { OVLD_HOME: "./home" } });
  expect(relative).toMatchObject({ status: exitStatus.config, stderr: expect.stringContaining("absolute") });
  const gone = await army.shell("mkdir gone && cd gone && rmdir ../gone && env PWD= ovld status");
  expect(gone).toMatchObject({ status: 0, stderr: "" });
});

test.each(["en", "ja"] as const)(
  "help in %s: at most 40 lines of 100 columns, at most 5 groups, at least 3 examples",
  async (lang) => {
    await using army = await temporaryArmy();
    await setLanguage(army, lang);
    for (const args of [[], ["--help"], ["-h"], ["help"]]) {
      const { status, stdout, stderr } = await army.ovld(args);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const lines = stdout.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(40);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
      const words = lang === "en" ? en : ja;
      expect(Object.keys(words.help.groups).length).toBeLessThanOrEqual(5);
      expect(words.help.overviewExamples.length).toBeGreaterThanOrEqual(3);
      for (const name of namesOf(commands).filter((one) => commands[one].group !== "inner"))
        expect(stdout).toContain(words.commands[name].summary);
    }
  },
);

test.each(namesOf(commands))(
  "%s: its help describes every flag in both languages, and every example in it works",
  async (name) => {
    await using army = await temporaryArmy();
    await registerArmy(army);
    await writeFile(join(army.project, "trace.txt"), "Error: no");
    const command = await commands[name].load();
    for (const words of [en, ja])
      expect(Object.keys(words.commands[name].flags).sort()).toEqual(Object.keys(command.flags).sort());
    const page = await army.ovld([name, "--help"]);
    expect(page.status).toBe(0);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      expect(page.stdout).toContain(example);
      // Examples of the army's commands need agents and a terminal: examples.test.ts runs them.
      if (commands[name].group === "army") continue;
      const { status, stderr } = await army.shell(example);
      const allowed = example.includes("doctor") ? [0, exitStatus["missing-program"]] : [0];
      expect(allowed, `${example}: ${stderr}`).toContain(status);
    }
  },
);

test("help as JSON covers the given topic, and an unknown topic is an error", async () => {
  await using army = await temporaryArmy();
  const ask = async (...args: string[]) => {
    const { status, stdout } = await army.ovld(["help", ...args, "--json"]);
    return { status, told: JSON.parse(stdout) };
  };
  expect(await ask()).toMatchObject({ status: 0, told: { topics: [...namesOf(commands), "exit-codes"] } });
  const { usage, ...rest } = (await ask("send")).told;
  expect(usage).toMatch(/^ovld send <role> /);
  expect(rest).toMatchObject({
    topic: "send",
    summary: en.commands.send.summary,
    about: en.commands.send.about,
    flags: expect.arrayContaining([{ flag: "--subject", value: "TEXT", summary: en.commands.send.flags.subject }]),
    examples: (await commands.send.load()).examples,
  });
  expect((await ask("send", "--lang", "ja")).told.summary).toBe(ja.commands.send.summary);
  expect(await ask("sned")).toMatchObject({
    status: 2,
    told: { error: { code: "unknown-verb", message: expect.stringContaining("did you mean send?") } },
  });
});

test("every example of the overview is an example of its command", async () => {
  const all = await Promise.all(namesOf(commands).map(async (name) => (await commands[name].load()).examples));
  for (const words of [en, ja])
    for (const example of words.help.overviewExamples) expect(all.flat()).toContain(example);
});

test.each([
  [["sumon"], /unknown command: sumon/],
  [["docter"], /did you mean doctor\?/],
  [["doctor", "--jsn"], /unknown flag: --jsn \(did you mean --json\?\)/],
  [["--forse"], /unknown flag: --forse/],
  [["init", "extra"], /does not take the argument "extra"/],
  [["completions", "tcsh"], /must be one of bash, zsh, fish, but is "tcsh"/],
  [["config", "--lang"], /--lang needs a value/],
  [["__proto__"], /unknown command/],
])("a mistyped command line changes nothing: %j", async (args, message) => {
  await using army = await temporaryArmy();
  const before = await tree(army.folder);
  const { status, stdout, stderr } = await army.ovld(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
  expect(await tree(army.folder)).toEqual(before);
  await setLanguage(army, "ja");
  expect((await army.ovld(args)).stderr).toMatch(japanese);
});

test("--json: one document, also for an error", async () => {
  await using army = await temporaryArmy();
  for (const args of [["config"], ["paths"], ["doctor"], ["init"], ["help", "exit-codes"]]) {
    const { stdout } = await army.ovld([...args, "--json"]);
    expect(() => JSON.parse(stdout), args.join(" ")).not.toThrow();
  }
  const { status, stdout, stderr } = await army.ovld(["config", "--json", "extra"]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({
    error: { code: "extra-argument", message: expect.any(String), hint: expect.any(String) },
  });
});

test("a closed output pipe is no error", async () => {
  await using army = await temporaryArmy();
  const line = "for i in 1 2 3 4 5; do ovld config; ovld help exit-codes; done | head -1; echo end";
  const { stdout, stderr } = await army.shell(line);
  expect(stdout.split("\n")).toHaveLength(3);
  expect(stderr).toBe("");
});

test("`help exit-codes` lists the exit statuses of the code", async () => {
  await using army = await temporaryArmy();
  const { stdout } = await army.ovld(["help", "exit-codes", "--json"]);
  const rows = JSON.parse(stdout) as { status: number; kind: string }[];
  expect(
    Object.fromEntries(rows.filter(({ kind }) => kind !== "ok").map(({ status, kind }) => [kind, status])),
  ).toEqual(exitStatus);
});

test("an unset HOME gives one error and exit 3, in both languages", async () => {
  await using army = await temporaryArmy();
  const { status, stderr } = await army.ovld(["paths"], { env: { HOME: undefined } });
  expect(status).toBe(3);
  expect(stderr).toMatch(/^ovld: no home directory.*\n {2}Set HOME/);
  expect((await army.ovld(["paths", "--lang", "ja"], { env: { HOME: undefined } })).stderr).toMatch(japanese);
});

test.each([
  [
    'lang = "ja"\nautonomy = "yolo"\n',
    /config\.toml:2:1: autonomy は ask、edits、full のいずれかでなければなりませんが、"yolo" です/,
  ],
  ['lang = "en"\n[relay\n', /config\.toml:2:\d+: not valid TOML/],
])("a broken config.toml: one line with file, line and column, and the file stays: %j", async (text, message) => {
  await using army = await temporaryArmy();
  await mkdir(army.paths.home, { recursive: true });
  await writeFile(army.paths.config, text);
  const { status, stderr, stdout } = await army.ovld(["config"]);
  expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
  expect(await readFile(army.paths.config, "utf8")).toBe(text);
  expect((await army.ovld(["doctor"])).stdout).toMatch(/✘ {2}config/);
});

test("the language: flag, OVLD_LANG, settings, then the locale; one for messages, settings and rituals", async () => {
  await using army = await temporaryArmy();
  const speaks = async (env: Record<string, string>, ...flags: string[]) =>
    /[ぁ-ん]/.test((await army.ovld(["paths", ...flags], { env })).stdout) ? "ja" : "en";
  const japanese = { LANG: "ja_JP.UTF-8" };
  expect(await speaks({})).toBe("en");
  expect(await speaks(japanese)).toBe("ja");
  expect(await speaks({ ...japanese, LC_ALL: "C" })).toBe("en");
  expect(await speaks({ LC_MESSAGES: "ja_JP.UTF-8" })).toBe("ja");
  await installScriptedAgent(army);
  const planned = (
    await army.ovld(["summon", "--dry-run", "--no-sandbox"], { env: { ...japanese, OVLD_RITUALS_METHOD: "launch" } })
  ).stdout;
  expect(planned).toContain('--lang" "ja');
  const [firstLine = "?"] = (await readFile("rituals/ja/overlord.md", "utf8")).split("\n");
  expect(planned).toContain(firstLine);
  const config = async () => JSON.parse((await army.ovld(["config", "--json"], { env: japanese })).stdout).lang;
  expect(await config()).toEqual({ value: "ja", source: { layer: "environment", variable: "LANG" } });
  await setLanguage(army, "en");
  expect(await config()).toMatchObject({ value: "en", source: { layer: "user" } });
  expect(await speaks(japanese)).toBe("en");
  expect(await speaks({ OVLD_LANG: "ja" })).toBe("ja");
  expect(await speaks({ OVLD_LANG: "ja" }, "--lang", "en")).toBe("en");
});

test("a forbidden setting in a project's file is reported, and its other settings have an effect", async () => {
  await using army = await temporaryArmy();
  await writeFile(join(army.project, ".ovld.toml"), 'autonomy = "full"\nformaton = "mas"\nmultiplexer = "tmux"\n');
  const { status, stdout, stderr } = await army.ovld(["config", "--json"]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    autonomy: { value: "ask", source: { layer: "default" } },
    multiplexer: { value: "tmux", source: { layer: "project", line: 3 } },
  });
  expect(stderr).toMatch(/\.ovld\.toml:1:1: autonomy is ignored in a project's file/);
  expect(stderr).toMatch(/\.ovld\.toml:2:1: unknown key formaton \(did you mean formation\?\)/);
});

test("init writes private files, keeps the user's changes, and backs up files that it replaces", async () => {
  await using army = await temporaryArmy();
  expect((await army.ovld(["init"])).status).toBe(0);
  expect((await stat(army.paths.config)).mode & 0o777).toBe(0o600);
  expect((await stat(army.paths.home)).mode & 0o777).toBe(0o700);
  expect(await readFile(join(army.paths.rituals, "ja", "overlord.md"), "utf8")).toBe(
    await readFile("rituals/ja/overlord.md", "utf8"),
  );
  const fresh = await tree(army.home);
  expect((await army.ovld(["init"])).stdout).not.toMatch(/written/);
  expect(await tree(army.home)).toEqual(fresh);

  await writeFile(army.paths.config, 'lang = "ja"\n');
  expect((await army.ovld(["init"])).stdout).toContain("ovld init --force");
  expect(await readFile(army.paths.config, "utf8")).toBe('lang = "ja"\n');

  const forced = await army.ovld(["init", "--force", "--json"]);
  const replaced = (JSON.parse(forced.stdout) as { outcome: string; backup?: string }[]).filter(
    ({ outcome }) => outcome === "replaced",
  );
  expect(replaced).toHaveLength(1);
  expect(await readFile(replaced[0]?.backup as string, "utf8")).toBe('lang = "ja"\n');
  expect(await readFile(army.paths.config, "utf8")).toContain('\nlang = "ja"\n');
});

test("a home that cannot be written: one line, exit 8, no partial files", async () => {
  await using army = await temporaryArmy();
  await writeFile(join(army.home, ".config"), "a file is in the way");
  const { status, stderr } = await army.ovld(["init"]);
  expect(status).toBe(8);
  expect(stderr).toMatch(/^ovld: cannot (read|write) .*\n {2}Check that the path is free/);
  expect((await army.ovld(["doctor"])).status).not.toBe(0);
});

test("doctor: every program with version and fix; ready only with an agent and a multiplexer", async () => {
  await using army = await temporaryArmy();
  const bin = join(army.folder, "programs");
  await mkdir(bin);
  const program = async (name: string, answer: string) => {
    await writeFile(join(bin, name), `#!/bin/sh\necho '${answer}'\n`);
    await chmod(join(bin, name), 0o755);
  };
  const examine = async (...args: string[]) => {
    const { status, stdout } = await army.ovld(["doctor", "--json", ...args], { env: { PATH: bin } });
    const { ready, checks } = JSON.parse(stdout) as {
      ready: boolean;
      checks: { name: string; state: string; found: string; fixes: string[] }[];
    };
    return { status, ready, states: Object.fromEntries(checks.map(({ name, state }) => [name, state])), checks };
  };
  expect(await examine()).toMatchObject({
    status: 4,
    ready: false,
    states: { zellij: "failed", tmux: "warning", claude: "failed", git: "warning", node: "ok" },
  });
  await program("zellij", "zellij 0.43.1");
  await program("claude", "2.1.138 (Claude Code)");
  const old = await examine();
  expect(old).toMatchObject({ status: 4, states: { zellij: "failed", claude: "failed" } });
  expect(old.checks.find(({ name }) => name === "claude")?.found).toMatch(/2\.1\.138 is too old; 2\.1\.139 or newer/);
  await program("claude", "2.1.139 (Claude Code)");
  expect((await examine()).states.claude).toBe("ok");
  expect(old.checks.find(({ name }) => name === "zellij")?.found).toMatch(/0\.43\.1 is too old; 0\.44\.0 or newer/);
  await program("tmux", "tmux 3.3a");
  expect(await examine()).toMatchObject({ status: 4, ready: false, states: { zellij: "failed", tmux: "ok" } });
  await program("npm", "");
  expect((await examine()).checks.find(({ name }) => name === "zellij")?.fixes).toEqual([
    "https://zellij.dev/documentation/installation",
  ]);
  await program("zellij", "zellij 0.44.0");
  expect(await examine()).toMatchObject({ status: 0, ready: true, states: { zellij: "ok", tmux: "ok" } });
  expect(await examine("--lang", "ja")).toMatchObject({ ready: true });
  await mkdir(army.paths.home, { recursive: true });
  await writeFile(army.paths.config, 'multiplexer = "tmux"\n');
  await rm(join(bin, "zellij"));
  expect(await examine()).toMatchObject({ status: 0, ready: true, states: { zellij: "warning", tmux: "ok" } });
  await program("tmux", "tmux 2.9a");
  expect(await examine()).toMatchObject({ status: 4, ready: false, states: { zellij: "warning", tmux: "failed" } });
  await rm(army.paths.config);
  await program("tmux", "tmux 3.3a");
  expect(await examine()).toMatchObject({ status: 0, ready: true, states: { zellij: "warning", tmux: "ok" } });
  await program("zellij", "zellij 0.44.0");
  await rm(join(bin, "claude"));
  expect((await examine()).checks.find(({ name }) => name === "claude")?.fixes).toEqual([
    "npm install -g @anthropic-ai/claude-code",
  ]);
  const text = await army.ovld(["doctor", "--lang", "ja"], { env: { PATH: bin } });
  expect(text.stdout).toMatch(/✘ {2}claude +見つかりません/);
  expect(text.stdout).not.toContain("\u001b");
});

test("doctor prints how agents are notified, and what keeps the mod away", async () => {
  await using army = await temporaryArmy();
  const install = (version: string) =>
    writeFile(join(army.folder, "bin", "claude"), `#!/bin/sh\necho '${version} (Claude Code)'\n`, { mode: 0o755 });
  const doctor = async (...args: string[]) => (await army.ovld(["doctor", ...args])).stdout;
  await install("2.1.325");
  expect(await doctor()).toMatch(/✔ {2}channels +claude: mod, hooks, typing /);
  await install("2.1.286");
  expect(await doctor()).toMatch(/✔ {2}channels .*\n +claude: hooks, typing \(< 2\.1\.287\)/);
  expect(await doctor("--lang", "ja")).toMatch(/✔ {2}channels .*\n? +claude: フック, 入力 \(< 2\.1\.287\)/);
});

test("doctor names each open start question of an agent CLI, and how to answer it once", async () => {
  await using army = await temporaryArmy();
  await writeFile(join(army.folder, "bin", "claude"), "#!/bin/sh\necho '2.1.325 (Claude Code)'\n", { mode: 0o755 });
  const doctor = async (...args: string[]) => (await army.ovld(["doctor", ...args])).stdout;
  const known = { hasCompletedOnboarding: true, projects: {} };
  await writeFile(join(army.home, ".claude.json"), JSON.stringify(known));
  const asked = await doctor();
  expect(asked).toMatch(/! {2}questions .*\n {3}its agent asks whether to trust this directory$/m);
  expect(asked).toMatch(/→ Run `claude` once in this directory and trust the directory\./);
  expect(asked).not.toContain("--dangerously-skip-permissions");
  army.env.OVLD_AUTONOMY = "full";
  expect(await doctor()).toMatch(/→ Run `claude --dangerously-skip-permissions` once and accept/);
  expect(await doctor("--lang", "ja")).toMatch(
    /! {2}questions .*\n {3}エージェントがこのディレクトリを信頼するか確認しています。エージェントが許可なしの/,
  );
  const answered = { ...known, bypassPermissionsModeAccepted: true };
  const projects = { [army.project]: { hasTrustDialogAccepted: true } };
  await writeFile(join(army.home, ".claude.json"), JSON.stringify({ ...answered, projects }));
  expect(await doctor()).toMatch(/✔ {2}questions +none/);
});

test("Ctrl-C ends a slow check with 130 and leaves no process", async () => {
  await using army = await temporaryArmy();
  const [bin, pidFile] = [join(army.folder, "bin"), join(army.folder, "pid")];
  await writeFile(join(bin, "claude"), `#!/bin/sh\necho $$ > '${pidFile}'\nexec sleep 600\n`);
  await chmod(join(bin, "claude"), 0o755);
  const child = spawn(process.execPath, [resolve("dist/main.cjs"), "doctor"], {
    env: { ...army.env, PATH: `${bin}:${army.env.PATH}` },
    cwd: army.project,
  });
  const pid = await vi.waitUntil(async () => Number((await readFile(pidFile, "utf8").catch(() => "")).trim()), {
    timeout: 20_000,
  });
  child.kill("SIGINT");
  const status = await new Promise((done) => child.on("close", done));
  expect(status).toBe(130);
  await vi.waitUntil(() => isGone(pid), { timeout: 10_000 });
});

test("--debug shows an error's code and its stack; without --debug there is no stack", async () => {
  await using army = await temporaryArmy();
  const without = await army.ovld(["paths"], { env: { HOME: undefined } });
  const withDebug = await army.ovld(["paths", "--debug"], { env: { HOME: undefined } });
  expect(without.stderr).not.toMatch(/\bat /);
  expect(withDebug.stderr).toMatch(/^no-home: OvldError: .*\n +at /m);
});

test("control characters in a directory's name are shown escaped", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const [home, odd, empty] = ["home", "a\u001b[2Jb\nc  d\u0007", "empty\u001b[2J"].map((name) =>
    join(army.folder, name),
  );
  for (const folder of [odd, empty]) await mkdir(folder as string);
  await registerArmy(army, "ovld-odd", odd);
  const said = async (cwd = odd, ...args: string[]) => {
    const { stdout, stderr } = await army.ovld(args, { cwd: cwd as string });
    const text = stdout + stderr;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there.
    expect(text, args.join(" ")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    return text;
  };
  const shown = "a␛[2Jb␊c  d␇";
  expect(await said(odd, "status")).toContain(shown);
  expect(await said(home, "status", "--all")).toContain(shown);
  expect(await said(odd, "paths")).toContain(`${shown}/.ovld.toml`);
  expect(await said(odd, "dashboard", "--plain")).toContain(shown);
  expect(await said(odd, "doctor")).toContain(shown);
  expect(await said(empty, "summon", "--dry-run", "--mux", "tmux")).toContain("empty␛[2J");
  expect(await said(empty, "log")).toContain("empty␛[2J");
  await writeFile(join(odd as string, ".ovld.toml"), '"\\u001b[2J" = 1\n');
  expect(await said(odd, "config")).toMatch(/^ovld: .*a␛\[2Jb␊c {2}d␇\/\.ovld\.toml:1:1: unknown key .*␛\[2J/m);
  expect(await said(home, "purge", "--force")).toContain(shown);
});

test("ovld works in a deleted current directory", async () => {
  await using army = await temporaryArmy();
  const { status, stderr } = await army.shell(
    "mkdir gone && cd gone && rmdir ../gone && ovld --version && ovld config",
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
