import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { ownIdentity } from "#base/process-identity.ts";
import { sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { USER } from "#mail/message.ts";
import { without } from "#test/support/programs.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { mountSmall } from "#test/support/small-disk.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const execute = promisify(execFile);

interface Answer {
  checks: { name: string; state: string; found: string; fixes: string[]; kind: string }[];
  repairs?: { done: boolean; text: string }[];
  bundle?: string;
}

async function doctor(army: TemporaryArmy, ...args: string[]): Promise<Answer> {
  return JSON.parse((await army.ovld(["doctor", "--json", ...args])).stdout) as Answer;
}

const stateOf = ({ checks }: Answer, name: string) => checks.find((check) => check.name === name)?.state;

/** A lock file of a running process, or of one that has ended. */
async function leaveLock(file: string, isHeld: boolean): Promise<void> {
  const { pid } = await new Promise<{ pid: number }>((done) => {
    const child = execFile("true", () => done({ pid: child.pid as number }));
  });
  const holder = { ...(await ownIdentity()), nonce: "0123", ...(!isHeld && { pid, started: undefined }) };
  await writeFile(file, JSON.stringify(holder));
}

async function leaveSocket(path: string): Promise<void> {
  const listen = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
  await execute(process.execPath, ["-e", listen, path]).catch(() => {});
}

async function write(army: TemporaryArmy, to: string, session: string): Promise<void> {
  const sent = await army.ovld(["send", to, "Look at the page", "--session", session]);
  expect(sent, sent.stderr).toMatchObject({ status: 0 });
}

const skipped = without("tmux") || without("zellij");

test("doctor --fix does and reports safe repairs, and never touches unread mail or files in use", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  const [empty, full] = [await registerArmy(army, "ovld-empty"), await registerArmy(army, "ovld-full", "/elsewhere")];
  await write(army, "storm", full.session);
  const tmuxFolder = join(army.env.TMUX_TMPDIR as string, `tmux-${userInfo().uid}`);
  await mkdir(tmuxFolder, { recursive: true, mode: 0o700 });
  const abandoned = join(army.env.TMPDIR as string, "ovld-tmux-abc123");
  const used = join(army.env.TMPDIR as string, "ovld-tmux-xyz789");
  for (const folder of [abandoned, used]) await mkdir(folder);
  await utimes(abandoned, 1, 1);
  const stale = [
    join(army.paths.home, "summon.lock"),
    join(army.env.ZELLIJ_SOCKET_DIR as string, "ovld-start.lock"),
    join(sessionPaths(army.paths, full.session).folder, "pane-_1.lock"),
  ];
  for (const file of stale) await leaveLock(file, false);
  const held = join(army.paths.home, "other.lock");
  await leaveLock(held, true);
  const socket = join(tmuxFolder, "ovld-dead");
  await leaveSocket(socket);
  const outside = join(army.folder, "outside");
  await writeFile(outside, "", { mode: 0o644 });
  await symlink(outside, join(army.paths.home, "link"));
  await writeFile(army.paths.config, "", { mode: 0o644 });
  await chmod(army.paths.home, 0o755);

  const before = await doctor(army);
  for (const name of ["modes", "sessions", "sockets", "locks"]) expect(stateOf(before, name), name).toBe("warning");
  expect((await army.ovld(["doctor"])).stdout).toContain("Use `ovld doctor --fix` to repair what is safe to repair.");

  // `doctor` runs zellij, which has removed its own stale lock already.
  await leaveLock(stale[1] as string, false);
  const fixed = await doctor(army, "--fix");
  const texts = fixed.repairs?.map(({ text }) => text) ?? [];
  for (const path of [...stale, socket, abandoned]) {
    expect(texts).toContain(`removed: ${path}`);
    expect(existsSync(path), path).toBe(false);
  }
  expect([held, used, outside].map((path) => existsSync(path))).toEqual([true, true, true]);
  expect(texts).toContain("removed what was left of ovld-empty");
  expect(existsSync(sessionPaths(army.paths, empty.session).folder)).toBe(false);
  expect(fixed.repairs).toContainEqual({
    done: false,
    text: expect.stringMatching(/^kept ovld-full: 1 unread, 0 conversations\./),
  });
  expect(await full.store.mail.countUnread("storm")).toBe(1);
  expect(existsSync(army.paths.formations)).toBe(false);
  const mode = async (path: string) => (await stat(path)).mode & 0o777;
  expect([await mode(army.paths.home), await mode(army.paths.config), await mode(outside)]).toEqual([
    0o700, 0o600, 0o644,
  ]);
  for (const name of ["modes", "sockets", "locks"]) expect(stateOf(fixed, name), name).toBe("ok");

  const again = await doctor(army, "--fix");
  expect(again.repairs?.map(({ text }) => text)).toEqual([expect.stringMatching(/^kept ovld-full/)]);
});

test("no command that doctor prints contains a name that an agent can choose", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  const { relay } = await registerArmy(army);
  const forged = join(relay, "a';touch evil;'.lock");
  await leaveLock(forged, false);
  const { checks } = await doctor(army);
  expect(checks.find(({ name }) => name === "locks")).toMatchObject({
    state: "warning",
    found: `1 stale lock: ${forged}`,
    fixes: ["ovld doctor --fix"],
  });
});

test("doctor checks the disk of the ovld home, and a home of another user is refused", async (context) => {
  context.skip(process.getuid?.() !== 0, "only root can give a folder away");
  await using army = await temporaryArmy();
  await mkdir(army.paths.home, { recursive: true, mode: 0o700 });
  expect((await doctor(army)).checks.find(({ name }) => name === "disk")).toMatchObject({ state: "ok", fixes: [] });
  await installScriptedAgent(army);
  await chown(army.paths.home, 12_345, 12_345);
  const { checks } = await doctor(army);
  expect(checks.find(({ name }) => name === "modes")).toMatchObject({
    state: "failed",
    found: `${army.paths.home} belongs to another user (uid 12345)`,
  });
  const refused = await army.ovld(["summon", "--detach"]);
  expect(refused.stderr).toMatch(/^ovld: \S+\/ovld belongs to another user \(uid 12345\)\n {2}/);
});

test("the table fits into 80 columns: a long value is on a line of its own", async () => {
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  for (const lang of ["en", "ja"]) {
    const lines = (await army.ovld(["doctor", "--lang", lang])).stdout.split("\n");
    const rows = lines.filter((line) => /^[✔!✘]/.test(line));
    expect(rows.filter((row) => stringWidth(row) > 80)).toEqual([]);
    expect(lines).toContain(`   ${army.paths.home}`);
  }
});

test("passed checks offer no fixes, and --fix creates no files", async () => {
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const { checks } = await doctor(army);
  expect(checks.find(({ name }) => name === "node")).toMatchObject({ state: "ok", fixes: [] });
  expect(checks.filter(({ state, fixes }) => state === "ok" && fixes.length > 0)).toEqual([]);
  expect(checks.find(({ name }) => name === "questions")).toMatchObject({ kind: "config" });
  expect((await doctor(army, "--fix")).repairs).toEqual([]);
  expect(existsSync(army.paths.home)).toBe(false);
});

test("doctor --fix keeps an army with unread mail to the user, and reports if nothing needs repair", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  const { store, session } = await registerArmy(army);
  const message = { from: "storm", to: USER, subject: "s", body: "b", priority: "normal", state: "queued" } as const;
  const id = await store.mail.nextId();
  await store.mail.put({ ...message, id, thread: id, timestamp: new Date().toISOString() });
  expect((await army.ovld(["doctor", "--fix"])).stdout).toMatch(/! {2}kept ovld-mine: 1 unread/);
  await army.ovld(["unsummon", session, "--force"]);
  expect((await army.ovld(["doctor", "--fix"])).stdout).toMatch(/^There was nothing to repair\.\n/);
  expect((await army.ovld(["doctor", "--fix", "--lang", "ja"])).stdout).toMatch(/^修復するものはありませんでした。\n/);
});

test("doctor --fix keeps an army with a conversation that can be resumed", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  const { session } = await registerArmy(army);
  const id = "00000000-0000-4000-8000-000000000001";
  await openRegistry({ paths: army.paths, clock: systemClock }).note(session, { conversations: { storm: id } });
  const transcripts = join(army.home, ".claude", "projects", "p");
  await mkdir(transcripts, { recursive: true });
  await writeFile(join(transcripts, `${id}.jsonl`), "{}\n");
  expect((await army.ovld(["doctor", "--fix"])).stdout).toMatch(/! {2}kept ovld-mine: 0 unread, 1 conversations/);
  await rm(transcripts, { recursive: true });
  expect((await army.ovld(["doctor", "--fix"])).stdout).toContain("removed what was left of ovld-mine");
});

test("a resting army needs no repair; for an ended army doctor does not suggest deleting mail", async (context) => {
  context.skip(Boolean(skipped), skipped || undefined);
  await using army = await temporaryArmy();
  const [resting, ended] = [await registerArmy(army, "ovld-resting"), await registerArmy(army, "ovld-ended", "/else")];
  expect((await army.ovld(["unsummon", resting.session, "--keep", "--force"])).status).toBe(0);
  expect((await army.ovld(["status", "--all"])).stdout).toMatch(/^ovld-resting +resting .*\novld-ended +gone /);
  expect((await army.ovld(["status", resting.session])).stdout).toContain("Use `ovld summon --resume` to resume it");
  const found = (await army.ovld(["doctor"])).stdout;
  expect(found).toMatch(/^ {3}2 registered, no longer running: ovld-ended$/m);
  expect(found).toContain(
    "Use `ovld summon --resume` in /else to resume it, or `ovld unsummon ovld-ended` to remove what is left.",
  );
  expect(found).not.toContain("rm -r");
  await army.ovld(["doctor", "--fix"]);
  expect([resting, ended].map(({ session }) => existsSync(sessionPaths(army.paths, session).folder))).toEqual([
    true,
    false,
  ]);

  // A user who deletes the session's folder by hand can summon again.
  await rm(sessionPaths(army.paths, resting.session).folder, { recursive: true });
  expect((await army.ovld(["status", "--all"])).stdout).toBe("No army is running on this machine.\n");
  expect(JSON.parse(await readFile(army.paths.registry, "utf8")).sessions).toEqual([]);
});

test("doctor detects a full disk although the folder is writable, and leaves no file", async (context) => {
  await using army = await temporaryArmy();
  await mkdir(army.paths.home, { recursive: true });
  using _ = mountSmall(context, army.paths.home);
  expect(stateOf(await doctor(army), "home")).toBe("ok");
  const filler = join(army.paths.home, "filler");
  await writeFile(filler, Buffer.alloc(512 * 1024)).catch(() => {});
  const { checks } = await doctor(army);
  expect(checks.find(({ name }) => name === "home")).toMatchObject({
    state: "failed",
    found: expect.stringMatching(/^cannot write \S+\/ovld: no space left on device/),
    fixes: [expect.stringContaining("the disk is not full")],
  });
  expect(await readdir(army.paths.home)).toEqual(["filler"]);
  await rm(filler);
  expect(stateOf(await doctor(army), "home")).toBe("ok");
  expect(await readdir(army.paths.home)).toEqual([]);
});

test("doctor --bundle: one private file for a bug report, without mail, tokens or the path of HOME", async () => {
  await using army = await temporaryArmy();
  const { session, store } = await registerArmy(army);
  await army.ovld(["send", "storm", "The body of this mail", "--subject", "The subject of this mail"]);
  const secret = "hunter2hunter2";
  await writeFile(army.paths.config, `[tmux]\nenvironment = { DB_HOST = "${secret}" }\n`, { mode: 0o600 });
  const token = "A".repeat(43);
  await mkdir(join(army.paths.token, ".."), { mode: 0o700 });
  await writeFile(army.paths.token, `${token}\n`, { mode: 0o600 });
  const lines = Array.from({ length: 300 }, (_, n) => JSON.stringify({ event: "request", n, with: `x${token}` }));
  await writeFile(army.paths.serverLog, `${lines.join("\n")}\n`);
  await mkdir(sessionPaths(army.paths, session).logs, { recursive: true });
  await writeFile(join(sessionPaths(army.paths, session).logs, "relay-storm.log"), '{"event":"started"}\n');

  const { bundle } = await doctor(army, "--bundle", "report.json");
  expect(bundle).toBe(join(army.project, "report.json"));
  expect((await stat(bundle as string)).mode & 0o777).toBe(0o600);
  const text = await readFile(bundle as string, "utf8");
  const report = JSON.parse(text);
  expect(report).toMatchObject({
    ovld: JSON.parse(await readFile("package.json", "utf8")).version,
    node: process.versions.node,
    platform: expect.stringContaining(process.platform),
    settings: { autonomy: { value: "ask" }, "tmux.environment": { value: ["DB_HOST"] } },
    armies: [{ entry: { name: session, formation: "overlord" }, state: expect.any(String) }],
  });
  expect(report.findings.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["node", "zellij", "tmux", "claude", "config", "home"]),
  );
  const logs = Object.entries(report.logs as Record<string, string[]>);
  expect(logs.map(([file]) => file.replace(/.*\//, "")).sort()).toEqual(["relay-storm.log", "server.log"]);
  const server = logs.find(([file]) => file.endsWith("server.log"))?.[1] ?? [];
  expect(server).toHaveLength(200);
  expect(server.at(-1)).toContain('"n":299');
  for (const hidden of ["The body of", "The subject of", token, secret, army.home]) expect(text).not.toContain(hidden);
  expect(await store.mail.countUnread("storm")).toBe(1);

  const twice = await army.ovld(["doctor", "--bundle", "report.json"]);
  expect(twice).toMatchObject({
    status: 8,
    stderr: expect.stringMatching(/cannot write .*report\.json.*\n {2}The name is already in use/),
  });
  expect(await readFile(bundle as string, "utf8")).toBe(text);
  expect((await army.ovld(["doctor", "--bundle"])).stdout).toMatch(
    /Written for a bug report: .*ovld-doctor-\S+\.json\. /,
  );
  expect(await army.ovld(["doctor", "report2.json"])).toMatchObject({ status: 2 });
  await writeFile(army.paths.config, "not toml at all");
  const broken = await doctor(army, "--bundle", "broken.json");
  expect(JSON.parse(await readFile(broken.bundle as string, "utf8")).settings.unreadable).toMatch(/config\.toml:1/);
});
