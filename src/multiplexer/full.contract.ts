import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, type TestContext, test, vi } from "vitest";
import { bundleProgram } from "#test/support/bundle.ts";
import { runningPrograms } from "#test/support/process-table.ts";
import { without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions } from "./multiplexer.ts";
import { idOf, type PanesFixture, panesContract, readyPane, recordersPlan } from "./panes.contract.ts";
import type { PlannedPane } from "./session-plan.ts";

export interface FullCase {
  open(options: MultiplexerOptions): Multiplexer;
  /** Command line that starts a session like another program. */
  startForeign(name: string): string[];
  /** Keys that detach, and keys that end the session; `quit` alternates keys and the text to wait for. */
  keys: { detach: string[]; quit: (string | RegExp)[] };
}

interface Fixture extends PanesFixture {
  army: TemporaryArmy;
}

const execute = promisify(execFile);
/** Two panes side by side. */
const bothReady = /ready 準備.*ready 準備/;
const WAIT = { timeout: 30_000, interval: 50 };

/** Contract of a multiplexer for armies, tested on the real program in its own fixture. */
export function fullContract(kind: MultiplexerKind, { open, startForeign, keys }: FullCase): void {
  const run =
    (...needs: string[]) =>
    async (context: TestContext, work: (fixture: Fixture) => Promise<void>) => {
      const missing = needs.map(without).find(Boolean) || undefined;
      context.skip(missing !== undefined, missing);
      await using army = await temporaryArmy();
      await work(await fixtureIn(army, kind, { open, startForeign }));
    };
  panesContract(kind, run(kind));
  const live = (name: string, work: (fixture: Fixture) => Promise<void>, needs: string[] = [kind]) =>
    test(`${kind}: ${name}`, { timeout: 120_000 }, (context) => run(...needs)(context, work));
  const withPerson = (name: string, work: (fixture: Fixture) => Promise<void>) => live(name, work, [kind, "tmux"]);

  live("writes exactly the described files, private to the user", async ({ multiplexer, folder, plan }) => {
    const { files } = multiplexer.describe(plan("ovld-a"), folder);
    for (const { path } of files) await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    await multiplexer.open(plan("ovld-a"), { folder });
    const written = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    expect(written).toEqual(files.map(({ path }) => path));
    for (const { path, content } of files) {
      expect(await readFile(path, "utf8")).toBe(content);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
  });

  live("starts the panes in the plan's directory with any name", async ({ army, multiplexer, folder }) => {
    const directory = join(army.folder, `a "$HOME" \${x} 日本 'q' \\ ~`);
    await execute("mkdir", [directory]);
    const place = join(army.folder, "place");
    const write = `require("node:fs").writeFileSync(${JSON.stringify(place)}, process.cwd()); setInterval(() => {}, 1000)`;
    const pane: PlannedPane = { kind: "pane", title: "place", launch: { argv: [process.execPath, "-e", write] } };
    const tabs = [{ name: "only", focus: true, split: "columns", panes: [pane] }] as const;
    await multiplexer.open({ session: "ovld-a", directory, tabs }, { folder });
    await vi.waitFor(async () => expect(await readFile(place, "utf8")).toBe(directory), WAIT);
  });

  withPerson(
    "opens on a terminal; the session survives a detach, can be attached again, and ends on quit",
    async (fixture) => {
      const { army, multiplexer } = fixture;
      const [openHere, attach] = [await program(fixture, kind, "openHere"), await program(fixture, kind, "attach")];
      {
        await using terminal = await openTerminal([process.execPath, openHere], { cwd: army.project, env: army.env });
        for (const shown of [bothReady, /first.*second/, /left.*right/]) await terminal.sees(shown);
        await terminal.press(...keys.detach);
        await terminal.sees("came back");
        expect(await terminal.ended()).toBe(0);
      }
      expect(await multiplexer.sessions()).toEqual([{ name: "ovld-here", state: "running" }]);
      expect((await multiplexer.panes("ovld-here")).map(({ state }) => state)).toEqual(Array(5).fill("running"));
      {
        await using terminal = await openTerminal([process.execPath, attach], { cwd: army.project, env: army.env });
        await terminal.sees(bothReady);
        for (const step of keys.quit) await (typeof step === "string" ? terminal.press(step) : terminal.sees(step));
        await terminal.sees("came back");
        expect(await terminal.ended()).toBe(0);
      }
      await vi.waitFor(
        async () => expect((await multiplexer.sessions()).filter(({ state }) => state === "running")).toEqual([]),
        WAIT,
      );
      await vi.waitUntil(() => fixture.running("ovld-here") === 0, WAIT);
      await multiplexer.end("ovld-here");
      expect(await multiplexer.sessions()).toEqual([]);
    },
  );

  withPerson("SIGTERM and SIGINT restore the terminal and keep the session running", async (fixture) => {
    const { army, multiplexer } = fixture;
    const openHere = await program(fixture, kind, "openHere");
    await using terminal = await openTerminal(["sh", "-c", `${process.execPath} ${openHere}; stty -a; cat`], {
      cwd: army.project,
      env: army.env,
    });
    await terminal.sees(bothReady);
    const pid = await childOf(await terminal.pid());
    process.kill(pid, "SIGINT");
    await multiplexer.panes("ovld-here");
    expect(await terminal.screen()).toContain("ready 準備");
    process.kill(pid, "SIGTERM");
    const shown = await terminal.sees("came back");
    expect(await terminal.sees(/\becho\b/)).toMatch(/(^|\s)icanon/);
    expect(shown).not.toContain("ready 準備");
    expect(await multiplexer.panes("ovld-here")).toHaveLength(5);
  });

  withPerson("focus moves an attached client that has not pressed a key yet", async (fixture) => {
    const { army, multiplexer, folder, plan } = fixture;
    await multiplexer.open(plan("ovld-here"), { folder });
    const left = await idOf(multiplexer, "ovld-here", "left");
    const bottom = await idOf(multiplexer, "ovld-here", "bottom");
    await multiplexer.focus("ovld-here", bottom);
    expect(await multiplexer.focused("ovld-here")).toBeUndefined();
    const attach = await program(fixture, kind, "attach");
    await using terminal = await openTerminal([process.execPath, attach], { cwd: army.project, env: army.env });
    await vi.waitFor(async () => expect(await multiplexer.focused("ovld-here")).toBe(left), WAIT);
    for (const title of ["bottom", "right", "top", "left", "middle"]) {
      const target = await idOf(multiplexer, "ovld-here", title);
      await multiplexer.focus("ovld-here", target);
      expect(await multiplexer.focused("ovld-here")).toBe(target);
    }
    await terminal.type("by the person");
    await vi.waitFor(
      async () => expect(String(await fixture.typed("ovld-here", "middle"))).toBe("by the person"),
      WAIT,
    );
    for (const title of ["right", "bottom", "left", "left", "bottom"]) {
      const target = await idOf(multiplexer, "ovld-here", title);
      await multiplexer.focus("ovld-here", target);
      expect(await multiplexer.focused("ovld-here")).toBe(target);
    }
  });

  withPerson("typing into a hidden pane keeps the client's focus", async (fixture) => {
    const { army, multiplexer, folder, plan } = fixture;
    await multiplexer.open(plan("ovld-here"), { folder });
    const attach = await program(fixture, kind, "attach");
    await using terminal = await openTerminal([process.execPath, attach], { cwd: army.project, env: army.env });
    const left = await readyPane(fixture, "ovld-here", "left");
    await vi.waitFor(async () => expect(await multiplexer.focused("ovld-here")).toBe(left), WAIT);
    await terminal.type("draft");
    await multiplexer.type("ovld-here", await readyPane(fixture, "ovld-here", "bottom"), "to a hidden one\r");
    await vi.waitFor(
      async () => expect(String(await fixture.typed("ovld-here", "bottom"))).toBe("to a hidden one\r"),
      WAIT,
    );
    expect(await multiplexer.focused("ovld-here")).toBe(left);
    await vi.waitFor(async () => expect(String(await fixture.typed("ovld-here", "left"))).toBe("draft"), WAIT);
  });
}

/** Prints that it is ready and records every byte of its input. */
const RECORDER = `
const { appendFileSync, writeFileSync } = require("node:fs");
writeFileSync(process.argv[2], "");
process.stdin.setRawMode(true);
process.stdin.on("data", (bytes) => appendFileSync(process.argv[2], bytes));
console.log("ready 準備");
`;

async function fixtureIn(
  army: TemporaryArmy,
  kind: MultiplexerKind,
  { open, startForeign }: Pick<FullCase, "open" | "startForeign">,
): Promise<Fixture> {
  const recorder = join(army.folder, "recorder.cjs");
  await writeFile(recorder, RECORDER);
  const flag = join(army.folder, "go");
  const opened = () => open({ program: kind, env: army.env });
  const record = (session: string, title: string) => join(army.folder, `${session}.${title}`);
  return {
    ...{ army, multiplexer: opened(), other: opened(), folder: join(army.folder, "session") },
    plan: (session) =>
      recordersPlan(session, army.project, (title) => [process.execPath, recorder, record(session, title)]),
    typed: (session, title) => readFile(record(session, title)),
    running: (session) => processesNaming(`${army.folder}/${session}.`).length,
    endings: { "at-once": ["false"], later: ["sh", "-c", `until [ -e ${flag} ]; do sleep 0.1; done; exit 3`] },
    endLater: () => writeFile(flag, ""),
    async startForeign(name) {
      await execute(kind, startForeign(name), { env: army.env, cwd: army.project });
    },
  };
}

/** A program that calls the adapter, for a terminal; plain Node runs it. */
async function program({ army, folder, plan }: Fixture, kind: MultiplexerKind, method: "openHere" | "attach") {
  const source = join(army.folder, `${method}.ts`);
  const call =
    method === "attach"
      ? `attach("ovld-here")`
      : `openHere(${JSON.stringify(plan("ovld-here"))}, { folder: ${JSON.stringify(folder)} })`;
  await writeFile(
    source,
    `import { ${kind} } from ${JSON.stringify(resolve(`src/multiplexer/${kind}/${kind}.ts`))};
await ${kind}({ program: "${kind}", env: process.env }).${call};
console.log("came back");`,
  );
  return bundleProgram(source, army.folder);
}

function processesNaming(text: string): number[] {
  return runningPrograms()
    .filter(({ argv }) => argv.some((word) => word.includes(text)))
    .map(({ pid }) => pid);
}

async function childOf(parent: number): Promise<number> {
  return Number((await readFile(`/proc/${parent}/task/${parent}/children`, "utf8")).trim().split(" ")[0]);
}
