import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { app } from "#cli/app.ts";
import { verbs } from "#cli/table.ts";
import { sessionPaths } from "#config/paths.ts";
import { en } from "#i18n/en.ts";
import { roles } from "#test/army-roles.ts";
import { skipFor, without } from "#test/programs.ts";
import { installScriptedAgent, notesOf } from "#test/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/temporary-army.ts";
import { verifying } from "#test/verifies.ts";
import * as wire from "#wire.ts";

const here = { skip: without("zellij"), timeout: 120_000 };
const verifies = verifying(here);

async function world(): Promise<TemporaryArmy> {
  const army = await temporaryArmy();
  await installScriptedAgent(army);
  return army;
}

/** Runs the command line in this process as if on another platform; what it prints is returned. */
async function onPlatform(platform: NodeJS.Platform, army: TemporaryArmy, ...argv: string[]): Promise<string> {
  const lines: string[] = [];
  const keep = (text = "") => void lines.push(text);
  await app(argv, {
    env: army.env,
    directory: army.project,
    platform,
    version: "0",
    lang: "en",
    words: en,
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
    verbs,
  });
  return lines.join("\n");
}

/** Stands in for macOS's own: notes its words and runs the rest. */
async function installSandboxExec(army: TemporaryArmy): Promise<string> {
  const [program, log] = [join(army.folder, "bin", "sandbox-exec"), join(army.folder, "sandbox-exec.log")];
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$1 $2 $3" >> '${log}'\nshift 2\nexec "$@"\n`);
  await chmod(program, 0o755);
  // The engine is asked from this very process.
  vi.stubEnv("PATH", army.env.PATH);
  return log;
}

afterEach(() => vi.unstubAllEnvs());

verifies("cli:summon:sandbox-default", "macOS: a profile, the message, agents through sandbox-exec", async () => {
  await using army = await world();
  const log = await installSandboxExec(army);
  const printed = await onPlatform("darwin", army, "summon", "--detach", "--no-rituals");
  expect(printed).toContain("Sandbox enabled");
  const profile = join(sessionPaths(army.paths, "ovld-project").folder, "sandbox.sb");
  expect(await readFile(profile, "utf8")).toMatch(
    /^\(version 1\)\n\(allow default\)\n\(deny file-write\* \(subpath "\/"\)\)/,
  );
  await vi.waitFor(async () => expect((await notesOf(army, "storm")).pid).toBeGreaterThan(0), { timeout: 20_000 });
  expect((await readFile(log, "utf8")).split("\n").filter((line) => line === `-f ${profile} claude`)).toHaveLength(6);
  await onPlatform("darwin", army, "unsummon", "--force");
});

verifies("zellij:create:sandboxed", "sandbox-exec -f <profile> claude in each role's pane, nothing else", async () => {
  await using army = await world();
  await installSandboxExec(army);
  const printed = await onPlatform("darwin", army, "summon", "--dry-run");
  const profile = join(sessionPaths(army.paths, "ovld-project").folder, "sandbox.sb");
  expect(printed.match(/command "sandbox-exec"/g)).toHaveLength(6);
  expect(printed.split(`args "-f" "${profile}" "claude"`)).toHaveLength(7);
  expect(printed).not.toContain('command "claude"');
});

verifies("zellij:create:unsandboxed", 'without a profile each role pane uses command "claude"', async () => {
  await using army = await world();
  const printed = await onPlatform("linux", army, "summon", "--dry-run");
  expect(printed.match(/command "claude"/g)).toHaveLength(6);
});

verifies("zellij:create:mcp-config", "every claude pane has --mcp-config <…>/<role>.json", async () => {
  await using army = await world();
  const printed = await onPlatform("linux", army, "summon", "--dry-run");
  const { relay } = sessionPaths(army.paths, "ovld-project");
  for (const role of roles) expect(printed).toContain(`args "--mcp-config" "${join(relay, "mcp", `${role}.json`)}"`);
});

verifies("cli:summon:no-sandbox", "--no-sandbox: no profile, agents start as plain claude", async () => {
  await using army = await world();
  const printed = await onPlatform("darwin", army, "summon", "--dry-run", "--no-sandbox");
  expect(printed).not.toContain("sandbox");
  expect(printed.match(/command "claude"/g)).toHaveLength(6);
});

verifies("cli:summon:sandbox-elsewhere", "not macOS: the warning, and agents start unsandboxed", async () => {
  await using army = await world();
  const { stdout } = await army.ovld(["summon", "--detach", "--no-rituals"]);
  expect(stdout).toContain("Sandbox is only supported on macOS. Skipping.");
  await vi.waitFor(async () => expect((await notesOf(army, "storm")).pid).toBeGreaterThan(0), { timeout: 20_000 });
  await army.ovld(["unsummon", "--force"]);
});

test("bubblewrap: an agent cannot write outside, can inside, and an engine that does not work starts nothing", {
  timeout: here.timeout,
}, async (context) => {
  const skip = here.skip || without("bwrap");
  skipFor(context, skip);
  await using army = await world();
  const refused = await army.ovld(["summon", "--detach", "--sandbox", "seatbelt"]);
  expect(refused.status).toBe(9);
  expect((await army.ovld(["status"])).stdout).toContain("No army stands");
  const summoned = await army.ovld(["summon", "--detach", "--no-rituals", "--sandbox", "bubblewrap"]);
  expect(summoned, summoned.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining("Sandbox enabled") });
  await army.ovld(["unsummon", "--force"]);
});
