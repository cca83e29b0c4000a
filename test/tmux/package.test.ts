import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { verifying } from "#test/support/verifies.ts";
import { ConfigLoader } from "#tmux.ts";

const execute = promisify(execFile);
let packed: { path: string } & AsyncDisposable;

/** Packs the package and unpacks it into `node_modules` of a project. */
beforeAll(async () => {
  packed = await temporaryFolder();
  // The package is built already; `prepack` would rebuild it while other tests use it.
  await execute("npm", ["pack", "--ignore-scripts", "--pack-destination", packed.path], { cwd: resolve(".") });
  await execute("sh", ["-c", "tar -xzf *.tgz"], { cwd: packed.path });
  return () => packed[Symbol.asyncDispose]();
}, 120_000);

async function projectIn(army: TemporaryArmy): Promise<void> {
  await mkdir(join(army.project, "node_modules"));
  await symlink(join(packed.path, "package"), join(army.project, "node_modules", "ovld"));
  await writeFile(join(army.project, "package.json"), `{ "type": "module", "private": true }`);
  const compilerOptions = {
    strict: true,
    module: "nodenext",
    target: "es2022",
    exactOptionalPropertyTypes: true,
    types: [],
  };
  await writeFile(join(army.project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
}

/** Compiles `program.ts` of a project strictly, package types included, and runs it. */
async function compileAndRun(army: TemporaryArmy, text: string): Promise<string> {
  await writeFile(join(army.project, "program.ts"), text);
  const compiled = await execute(resolve("node_modules/.bin/tsc"), ["-p", "."], { cwd: army.project }).catch(
    (error) => error,
  );
  expect(compiled.stdout).toBe("");
  const { stdout } = await execute(process.execPath, ["program.js"], {
    env: army.env,
    cwd: army.project,
    timeout: 60_000,
  });
  return stdout;
}

const skip = without("tmux");
const verifies = verifying({ skip, timeout: 120_000 });
const live = test.skipIf(skip);

verifies("tmux:config", "a strict program compiles against the packed types alone, and runs", async () => {
  await using army = await temporaryArmy();
  await projectIn(army);
  const text = `import {
  type AgentConfig, type CaptureOptions, type Cleanup, ConfigLoader, type ErrorCode, type LayoutType, type LoadOptions, OvldError, type Pane,
  type SendOptions, type Session, type SessionConfig, type SessionRequest, type SubscribeOptions, type TmuxConfig, type TmuxEvent, TmuxManager,
  TmuxSessionError, type Window, type WindowChoice,
} from "ovld/tmux";
declare const console: { log(...values: unknown[]): void };

const { tmux }: { tmux: TmuxConfig } = ConfigLoader.load({ directory: "/" } satisfies LoadOptions);
const manager = new TmuxManager({ ...tmux, columns: 120 });
const agents: AgentConfig[] = [{ id: "a", window: "w", command: ["sleep", "1000"] }];
const request: SessionRequest = { name: "s", agents };

/** The interface in the requirement. */
interface Wanted {
  agents: AgentConfig[];
  layout: LayoutType;
  shell: string;
  environment: Record<string, string>;
}
declare const wanted: Wanted;
const four: () => SessionConfig = () => wanted;
type Same<A, B> = [A, B] extends [B, A] ? true : false;
const sameFields: Same<keyof SessionConfig, keyof Wanted> = true;
const config: SessionConfig = { agents, layout: "tiled", shell: "/bin/sh", environment: {} };
// @ts-expect-error a session has a name
const nameless = () => manager.createSession(config);
const full: SessionRequest = { ...config, name: "s", directory: "/" };
const session: Session = await manager.createSession(request);
const window: Window = session.window("w");
const pane: Pane = window.pane(0);
const layout: LayoutType = "tiled";
await manager.setLayout(layout, { window: "w" } satisfies WindowChoice);
await manager.sendToPane("s", "w", 0, "x", { enter: false } satisfies SendOptions);
await manager.capturePane("s", "w", 0, { history: true } satisfies CaptureOptions);
const events: AsyncIterableIterator<TmuxEvent> = manager.subscribe({ session: "s" } satisfies SubscribeOptions);
await events.return?.();
const cleaned: Cleanup[] = await manager.cleanupDeadSessions();
// @ts-expect-error a layout is one of those that tmux knows
const wrong: LayoutType = "spiral";
try {
  await manager.createSession(full);
} catch (error) {
  const code: ErrorCode | undefined = error instanceof OvldError ? error.code : undefined;
  console.log(code, error instanceof TmuxSessionError, pane.columns, cleaned.length, wrong, sameFields, typeof four, typeof nameless);
}
const spread = await manager.createSession({ ...tmux, name: "spread" });
console.log(spread.panes.length, await manager.hasSession(spread.id), await manager.killSession(spread.id));
await manager.killSession("s");
`;
  expect(await compileAndRun(army, text)).toBe(
    "session-taken false 120 0 spiral true function function\n13 true true\n",
  );
});

live(
  "every example of docs/tmux.md compiles, runs and prints the documented output",
  async () => {
    await using army = await temporaryArmy();
    await projectIn(army);
    const blocks = [...(await readFile("docs/tmux.md", "utf8")).matchAll(/^```ts\n(.*?)^```$/gms)].map(
      ([, code = ""]) => code,
    );
    expect(blocks.length).toBeGreaterThan(6);
    const helpers = `
declare const console: { log(...values: unknown[]): void };
declare const process: { cwd(): string };
declare function setTimeout(work: () => void, ms: number): unknown;
async function shows(screen: () => Promise<string>, text: string): Promise<void> {
  while (!(await screen()).includes("\\n" + text + "\\n")) await new Promise<void>((done) => setTimeout(done, 20));
}
`;
    const expected = blocks.flatMap((code) => [...code.matchAll(/^ *\/\/ (.*)$/gm)].map(([, line]) => line));
    const printed = await compileAndRun(army, blocks.join("\n") + helpers);
    expect(printed.trimEnd().split("\n")).toEqual(expected);
  },
  120_000,
);

test("the built module needs no zod and no TOML parser for shipped formations and config errors, and has the agents of the sources", async () => {
  await using army = await temporaryArmy();
  const program = `import { createRequire } from "node:module";
import { ConfigLoader, TmuxManager } from ${JSON.stringify(resolve("dist/tmux.js"))};
const { tmux } = ConfigLoader.load();
new TmuxManager({ ...tmux, socketName: "x" });
try {
  new TmuxManager({ ...tmux, rows: 1.5 });
  throw new Error("a bad config was taken");
} catch (error) {
  if (error.code !== "bad-argument") throw error;
}
console.log(JSON.stringify({ agents: tmux.agents, loaded: Object.keys(createRequire(import.meta.url).cache) }));`;
  const load = async (formation: string) => {
    const env = { ...army.env, OVLD_TMUX_FORMATION: formation };
    const { stdout } = await execute(process.execPath, ["--input-type=module", "-e", program], {
      env,
      cwd: army.project,
    });
    return JSON.parse(stdout) as { agents: unknown; loaded: string[] };
  };
  for (const formation of ["mas", "overlord"]) {
    const env = { ...army.env, OVLD_TMUX_FORMATION: formation };
    expect((await load(formation)).agents).toEqual(
      JSON.parse(JSON.stringify(ConfigLoader.load({ env, directory: army.project }).tmux.agents)),
    );
  }
  delete army.env.OVLD_TMUX_FORMATION;
  const { stdout } = await execute(process.execPath, ["--input-type=module", "-e", program], {
    env: army.env,
    cwd: army.project,
  });
  expect(JSON.parse(stdout).loaded).toEqual([]);
  // A user's formation takes precedence over the built-in one of its name.
  await mkdir(army.paths.formations, { recursive: true });
  const own = (await readFile("formations/mas.toml", "utf8")).replaceAll('"design"', '"drawing"');
  await writeFile(join(army.paths.formations, "mas.toml"), own);
  expect((await load("mas")).agents).toContainEqual({ id: "10", window: "drawing", model: "opus" });
});
