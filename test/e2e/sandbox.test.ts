import { existsSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { app } from "#cli/frame/dispatch.ts";
import { commands } from "#cli/frame/table.ts";
import { sessionPaths } from "#home/paths.ts";
import { en } from "#i18n/en.ts";
import { ja } from "#i18n/ja.ts";
import type { Lang } from "#i18n/lang.ts";
import { roles } from "#test/support/army-roles.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { agentIsUp, installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";
import * as wire from "#wire.ts";

const here = { skip: without("zellij"), timeout: 120_000 };
const verifies = verifying(here);

async function fixture(): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  await installScriptedAgent(army);
  return army;
}

const catalogs = { en, ja };
const languages = [
  { lang: "en", enabled: "Sandbox enabled", skipped: "Sandbox is only supported on macOS. Skipping." },
  {
    lang: "ja",
    enabled: "サンドボックスを有効にしました",
    skipped: "サンドボックスは macOS でのみ利用できます。サンドボックスなしで続行します。",
  },
] as const;

/** Runs the command line in this process as if on another platform; what it prints is returned. */
async function onPlatform(
  platform: NodeJS.Platform,
  army: TemporaryArmy,
  argv: string[],
  lang: Lang = "en",
): Promise<string> {
  const lines: string[] = [];
  const keep = (text = "") => void lines.push(text);
  await app(argv, {
    env: army.env,
    directory: army.project,
    platform,
    version: "0",
    lang,
    words: catalogs[lang],
    overrides: {},
    out: {
      line: keep,
      note: keep,
      prompt: keep,
      json: (value) => keep(JSON.stringify(value)),
      jsonLine: (value) => keep(JSON.stringify(value)),
      paint: (_, text) => text,
    },
    clock: systemClock,
    signal: new AbortController().signal,
    onTerminal: () => false,
    async *input() {},
    wire,
    adapters: wire,
    tell: () => {},
    commands,
  });
  return lines.join("\n");
}

/** Replaces macOS's `sandbox-exec`: records its arguments and runs the command. */
async function installSandboxExec(army: TemporaryArmy): Promise<string> {
  const [program, log] = [join(army.folder, "bin", "sandbox-exec"), join(army.folder, "sandbox-exec.log")];
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$1 $2 $3" >> '${log}'\nshift 2\nexec "$@"\n`);
  await chmod(program, 0o755);
  // This process itself checks the engine.
  vi.stubEnv("PATH", army.env.PATH);
  return log;
}

afterEach(() => vi.unstubAllEnvs());

const profileOf = (army: TemporaryArmy) => join(sessionPaths(army.paths, "ovld-project").folder, "sandbox.sb");
const layoutOf = (army: TemporaryArmy) =>
  readFile(join(sessionPaths(army.paths, "ovld-project").folder, "layout.kdl"), "utf8");

/** Expects that every agent is running and that the panes start plain `claude` without a profile. */
async function expectUnsandboxed(army: TemporaryArmy): Promise<void> {
  for (const role of roles) await agentIsUp(army, role);
  expect(existsSync(profileOf(army))).toBe(false);
  const layout = await layoutOf(army);
  expect(layout.match(/command "claude"/g)).toHaveLength(6);
  expect(layout).not.toMatch(/sandbox-exec|bwrap/);
}

for (const { lang, enabled, skipped } of languages) {
  verifies("cli:summon:sandbox-default", `macOS: profile, message, sandbox-exec, ${lang}`, async () => {
    await using army = await fixture();
    const log = await installSandboxExec(army);
    const printed = await onPlatform("darwin", army, ["summon", "--detach", "--no-rituals"], lang);
    expect(printed.split("\n")).toContain(enabled);
    const profile = profileOf(army);
    expect(await readFile(profile, "utf8")).toMatch(
      /^\(version 1\)\n\(allow default\)\n\(deny file-write\* \(subpath "\/"\)\)/,
    );
    for (const role of roles) await agentIsUp(army, role);
    expect((await readFile(log, "utf8")).split("\n").filter((line) => line === `-f ${profile} claude`)).toHaveLength(6);
    await onPlatform("darwin", army, ["unsummon", "--force"]);
  });

  verifies("cli:summon:no-sandbox", `no profile, no message, plain claude, ${lang}`, async () => {
    await using army = await fixture();
    const log = await installSandboxExec(army);
    const printed = await onPlatform("darwin", army, ["summon", "--detach", "--no-rituals", "--no-sandbox"], lang);
    expect(printed).toContain("ovld-project");
    expect(printed).not.toMatch(/sandbox|サンドボックス/i);
    await expectUnsandboxed(army);
    expect(existsSync(log)).toBe(false);
    await onPlatform("darwin", army, ["unsummon", "--force"]);
  });

  verifies("cli:summon:sandbox-elsewhere", `a warning, and plain claude, ${lang}`, async () => {
    await using army = await fixture();
    const { status, stdout } = await army.ovld(["summon", "--detach", "--no-rituals", "--lang", lang]);
    expect(status).toBe(0);
    expect(stdout.split("\n")).toContain(skipped);
    if (process.platform === "linux") expect(stdout).toContain("`--sandbox bubblewrap`");
    expect(stdout).not.toContain(enabled);
    await expectUnsandboxed(army);
    await army.ovld(["unsummon", "--force"]);
  });
}

verifies("zellij:create:sandboxed", "sandbox-exec -f <profile> claude in each role's pane, nothing else", async () => {
  await using army = await fixture();
  await installSandboxExec(army);
  const printed = await onPlatform("darwin", army, ["summon", "--dry-run"]);
  expect(printed.match(/command "sandbox-exec"/g)).toHaveLength(6);
  expect(printed.split(`args "-f" "${profileOf(army)}" "claude"`)).toHaveLength(7);
  expect(printed).not.toContain('command "claude"');
});

verifies("zellij:create:unsandboxed", 'without a profile each role pane uses command "claude"', async () => {
  await using army = await fixture();
  const printed = await onPlatform("linux", army, ["summon", "--dry-run"]);
  expect(printed.match(/command "claude"/g)).toHaveLength(6);
  expect(printed).not.toContain("sandbox-exec");
});

verifies("zellij:create:mcp-config", "every claude pane has --mcp-config <…>/<role>.json, its own role's", async () => {
  await using army = await fixture();
  const printed = await onPlatform("linux", army, ["summon", "--dry-run"]);
  const { relay } = sessionPaths(army.paths, "ovld-project");
  const found = [...printed.matchAll(/pane name="(\w+)"[^{]*\{\n *command "claude"\n *args "--mcp-config" "([^"]+)"/g)];
  expect(found.map(([, role, file]) => [role, file])).toEqual(
    roles.map((role) => [role, join(relay, "mcp", `${role}.json`)]),
  );
});

test("bubblewrap: an agent cannot write outside, can inside, and an engine that does not work starts nothing", {
  timeout: here.timeout,
}, async (context) => {
  const skip = here.skip || without("bwrap");
  skipFor(context, skip);
  await using army = await fixture();
  const refused = await army.ovld(["summon", "--detach", "--sandbox", "seatbelt"]);
  expect(refused.status).toBe(9);
  expect((await army.ovld(["status"])).stdout).toContain("No army is running");
  const summoned = await army.ovld(["summon", "--detach", "--no-rituals", "--sandbox", "bubblewrap"]);
  expect(summoned, summoned.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining("Sandbox enabled") });
  await army.ovld(["unsummon", "--force"]);
});
