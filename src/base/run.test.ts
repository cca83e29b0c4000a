import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { OvldError } from "#errors/ovld-error.ts";
import { bundleText } from "#test/support/bundle.ts";
import { run, runOnTerminal } from "./run.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ovld-run-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const node = (script: string, ...args: string[]) => ["-e", script, ...args];
const limit = { timeLimit: 20_000 };

test("returns stdout and stderr of a successful program", async () => {
  const result = await run(process.execPath, node("console.log('out'); console.error('err')"), limit);
  expect(result).toEqual({ stdout: "out\n", stderr: "err\n" });
});

test("passes arguments without a shell", async () => {
  const odd = ["$(id)", "a b", "`x`", "日本語", '"q"', "--", ";", "\\"];
  const { stdout } = await run(
    process.execPath,
    ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...odd],
    limit,
  );
  expect(JSON.parse(stdout)).toEqual(odd);
});

test("writes input, and ignores EPIPE from a program that does not read it", async () => {
  const { stdout } = await run("cat", [], { ...limit, input: "日本語" });
  expect(stdout).toBe("日本語");
  await run("true", [], { ...limit, input: "x".repeat(1_000_000) });
});

test("a failed program throws with its status and the end of stderr", async () => {
  const error = await failure(
    run(process.execPath, node("console.error('a'.repeat(20000)); console.error('why'); process.exit(3)"), limit),
  );
  expect(error).toMatchObject({ code: "program-failed", details: { exitCode: 3, signal: null } });
  expect(error.message).toMatch(/exit status 3: why$/);
  expect((error as OvldError<"program-failed">).details.stderr.length).toBeLessThanOrEqual(8192);
});

test("a failure names the signal", async () => {
  const error = await failure(run(process.execPath, node("process.kill(process.pid, 'SIGTERM')"), limit));
  expect(error).toMatchObject({ code: "program-failed", details: { exitCode: null, signal: "SIGTERM" } });
});

test("a missing program and a missing folder are different errors", async () => {
  expect(await failure(run("ovld-no-such-program", [], limit))).toMatchObject({
    code: "program-missing",
    exitStatus: 4,
  });
  expect(await failure(run("true", [], { ...limit, cwd: join(folder, "gone") }))).toMatchObject({
    code: "program-unstartable",
  });
});

test("EMFILE throws, and the caller keeps running", async () => {
  const program = await bundleText(
    `import { openSync } from "node:fs";
     import { run } from "#base/run.ts";
     await run("true", [], { timeLimit: 20_000 });
     try { for (;;) openSync("/dev/null"); } catch {}
     console.log(await run("true", [], { timeLimit: 20_000 }).catch((error) => error.code + " " + error.message));`,
    join(folder, "starved.mjs"),
  );
  const { stdout } = await run("sh", ["-c", 'ulimit -n 64; exec "$0" "$1"', process.execPath, program], limit);
  expect(stdout).toMatch(/^program-unstartable .*(EMFILE|too many open files)/);
});

test("a timeout kills the whole process group", async () => {
  const pidFile = join(folder, "pid");
  const script = `const {spawn}=require('node:child_process');const c=spawn('sleep',['600']);require('node:fs').writeFileSync(${JSON.stringify(pidFile)},String(c.pid));setInterval(()=>{},1000)`;
  const error = await failure(run(process.execPath, node(script), { timeLimit: 1500 }));
  expect(error).toMatchObject({ code: "program-timeout", details: { ms: 1500 } });
  const pid = Number(readFileSync(pidFile, "utf8"));
  await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000 });
});

test("an abort kills the process group and throws cancelled", async () => {
  const controller = new AbortController();
  const started = join(folder, "started");
  const running = run(
    process.execPath,
    node(`require('node:fs').writeFileSync(${JSON.stringify(started)},'');setInterval(()=>{},1000)`),
    {
      ...limit,
      signal: controller.signal,
    },
  );
  await vi.waitUntil(() => existsSync(started), { timeout: 20_000 });
  controller.abort();
  expect(await failure(running)).toMatchObject({ code: "cancelled", exitStatus: 130 });
  expect(await failure(run("true", [], { ...limit, signal: controller.signal }))).toMatchObject({ code: "cancelled" });
});

test("a daemon that keeps the pipes open does not block", async () => {
  const before = Date.now();
  await run("sh", ["-c", "sleep 30 & echo $!"], limit).then(({ stdout }) => process.kill(Number(stdout), "SIGKILL"));
  expect(Date.now() - before).toBeLessThan(15_000);
});

test("output is not lost when this process is busy at the program's exit", async () => {
  const said = run("sh", ["-c", "sleep 0.1; echo all of it"], limit);
  const other = spawn("echo");
  // Meanwhile the first program prints and exits; node then sees both exits before the output.
  other.stdout.once("data", () => beBusy(500));
  other.once("exit", () => beBusy(500));
  beBusy(50);
  expect(await said).toEqual({ stdout: "all of it\n", stderr: "" });
});

test("on a terminal every exit resolves; only a failed start throws", async () => {
  expect(await runOnTerminal(process.execPath, node("process.exit(3)"), {})).toEqual({ exitCode: 3, signal: null });
  const killed = node("process.kill(process.pid, 'SIGKILL')");
  expect(await runOnTerminal(process.execPath, killed, {})).toEqual({ exitCode: null, signal: "SIGKILL" });
  const missing = await failure(runOnTerminal("ovld-no-such-program", [], {}));
  expect(missing).toMatchObject({ code: "program-missing" });
  const nowhere = await failure(runOnTerminal("true", [], { cwd: join(folder, "gone") }));
  expect(nowhere).toMatchObject({ code: "program-unstartable" });
});

test("on a terminal the program is in our process group, with the given environment and directory", async () => {
  const told = join(folder, "told");
  const script = `const {execFileSync}=require('node:child_process');const group=execFileSync('ps',['-o','pgid=','-p',String(process.pid)],{encoding:'utf8'});require('node:fs').writeFileSync(${JSON.stringify(told)},JSON.stringify([group.trim(),process.cwd(),process.env.ONLY]))`;
  await runOnTerminal(process.execPath, node(script), { cwd: folder, env: { PATH: process.env.PATH, ONLY: "this" } });
  const { stdout } = await run("ps", ["-o", "pgid=", "-p", String(process.pid)], limit);
  expect(JSON.parse(readFileSync(told, "utf8"))).toEqual([stdout.trim(), folder, "this"]);
});

test("on a terminal a signal is passed to the program, and this process outlives it", async () => {
  const [ready, got] = [join(folder, "ready"), join(folder, "got")];
  const script = `const fs=require('node:fs');process.on('SIGTERM',()=>{fs.writeFileSync(${JSON.stringify(got)},'');process.exit(7)});setInterval(()=>{},1000);fs.writeFileSync(${JSON.stringify(ready)},'')`;
  const before = process.listenerCount("SIGTERM");
  const running = runOnTerminal(process.execPath, node(script), {});
  await vi.waitUntil(() => existsSync(ready), { timeout: 20_000 });
  process.emit("SIGINT");
  process.emit("SIGTERM", "SIGTERM");
  expect(await running).toEqual({ exitCode: 7, signal: null });
  expect(existsSync(got)).toBe(true);
  expect(process.listenerCount("SIGTERM")).toBe(before);
});

test("a process that exits kills its running programs", async () => {
  const note = join(folder, "left");
  const line = `echo $$ >'${note}.tmp'; mv '${note}.tmp' '${note}'; exec sleep 1000`;
  const program = await bundleText(
    `import { existsSync } from "node:fs";
import { run } from "./src/base/run.ts";
void run("sh", ["-c", ${JSON.stringify(line)}], { timeLimit: 100_000 });
setInterval(() => existsSync(${JSON.stringify(note)}) && process.exit(0), 10);`,
    join(folder, "leaver.mjs"),
  );
  await run(process.execPath, [program], { timeLimit: 30_000 });
  const pid = Number(readFileSync(note, "utf8"));
  await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 });
});

async function failure(promise: Promise<unknown>): Promise<OvldError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OvldError);
  return error as OvldError;
}

function beBusy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

function isAlive(pid: number): boolean {
  try {
    // A zombie waits for init to reap it; it no longer runs.
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
