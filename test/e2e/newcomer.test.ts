import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { exitStatus } from "#errors/ovld-error.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { skipFor, skipWithout } from "#test/support/programs.ts";
import { seededRandom } from "#test/support/random.ts";
import { installScriptedAgent } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

const execute = promisify(execFile);

/** Every file below a folder with its content's size and time of change, links not followed. */
async function treeOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return entry.isFile() ? `${path} ${size} ${mtimeMs}` : path;
    }),
  );
}

test("the packed package installs into an empty prefix without a script or a build, in at most 30 MB", {
  timeout: 180_000,
}, async () => {
  await using army = await temporaryArmy();
  const prefix = await mkdtemp(join(tmpdir(), "ovld-prefix-"));
  try {
    const { stdout } = await execute("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", prefix]);
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await execute("npm", ["install", "--global", "--ignore-scripts", "--prefix", prefix, join(prefix, filename)]);
    const { stdout: kilobytes } = await execute("du", ["-sk", join(prefix, "lib")]);
    expect(Number.parseInt(kilobytes, 10)).toBeLessThan(30 * 1024);
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
    expect((await execute(join(prefix, "bin", "ovld"), ["--version"], { env: army.env })).stdout).toBe(`${version}\n`);
  } finally {
    await rm(prefix, { recursive: true, force: true });
  }
});

test("without an agent CLI, summon creates no file and no folder", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const before = await treeOf(army.folder);
  const { status, stdout, stderr } = await army.ovld(["summon", "--detach", "--mux", "tmux"], {
    env: { OVLD_PROGRAMS_CLAUDE: "no-such-agent" },
  });
  expect({ status, stdout }).toEqual({ status: exitStatus["missing-program"], stdout: "" });
  expect(stderr).toContain("no-such-agent");
  expect(await treeOf(army.folder)).toEqual(before);
});

test("an army needs no network and opens no port", { timeout: 120_000 }, async (context) => {
  skipWithout(context, "tmux");
  const hasNamespaces = await execute("unshare", ["--net", "true"]).then(
    () => true,
    () => false,
  );
  skipFor(context, !hasNamespaces && "network namespaces are not allowed here");
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const alone = (line: string) => army.shell(`unshare --net sh -c '${line}'`);
  const ports = "cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6 | grep -vc local_address";
  const { status, stdout, stderr } = await alone(
    `ovld summon --detach --mux tmux && ovld send storm hello && ${ports}; ovld unsummon --force`,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^0\n/m);
});

describe.each(["zellij", "tmux"] as const)("on %s", (kind) => {
  test("a single Ctrl-C at any moment of summon leaves nothing", {
    timeout: 400_000,
  }, async (context) => {
    skipWithout(context, kind);
    const seed = Date.now() % 1_000_000;
    const random = seededRandom(seed);
    await using army = await temporaryArmy();
    await installScriptedAgent(army);
    const whole = await timeOf(() => summonUntil(army, kind, undefined));
    await army.ovld(["unsummon", "--force"]);
    for (let round = 0; round < 10; round++) {
      const moment = random() * whole;
      const { status, isDone } = await summonUntil(army, kind, moment);
      // A summon that finished before Ctrl-C leaves a running army.
      if (isDone) await army.ovld(["unsummon", "--force"]);
      else expect(status, `seed ${seed}, after ${moment} ms`).toBe(exitStatus.cancelled);
      await expectNothingLeft(army);
    }
    expect(await army.ovld(["unsummon", "--all", "--force"])).toMatchObject({ status: 0, stderr: "" });
  });
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs summon and interrupts it after `moment` milliseconds; `isDone` if it printed its last line. */
async function summonUntil(
  army: TemporaryArmy,
  kind: string,
  moment: number | undefined,
): Promise<{ status: number; isDone: boolean }> {
  const argv = [resolve("dist/main.cjs"), "summon", "--detach", "--no-rituals", "--mux", kind];
  const child = spawn(process.execPath, argv, {
    cwd: army.project,
    env: army.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const ended = once(child, "close") as Promise<[number | null]>;
  if (moment !== undefined) {
    await Promise.race([wait(moment), ended]);
    child.kill("SIGINT");
  }
  const [status] = await ended;
  // SIGINT during start-up or exit kills Node without a status; a shell reports 130 for it.
  return { status: status ?? exitStatus.cancelled, isDone: said.includes("`ovld attach ovld-") };
}
