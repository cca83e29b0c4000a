import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { bundleProgram } from "#test/support/bundle.ts";
import { runningPrograms } from "#test/support/process-table.ts";
import { without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions, PaneId } from "./multiplexer.ts";
import type { PlannedPane, SessionPlan } from "./session-plan.ts";

export interface FullCase {
  open(options: MultiplexerOptions): Multiplexer;
  /** The command line that starts a session of somebody else. */
  startForeign(name: string): string[];
  /** Keys that leave a session running, and that end it; between them, what must be seen before the next. */
  keys: { detach: string[]; quit: (string | RegExp)[] };
}

interface Stage {
  army: TemporaryArmy;
  multiplexer: Multiplexer;
  folder: string;
  plan(session: string): SessionPlan;
  /** The bytes that were typed into a pane, as its program got them. */
  typed(session: string, title: string): Promise<Buffer>;
  pane(session: string, title: string): Promise<PaneId>;
  /** The same, once its program keeps what it is given: before, its terminal would change some bytes. */
  readyPane(session: string, title: string): Promise<PaneId>;
}

const execute = promisify(execFile);
/** Two panes side by side. */
const bothReady = /ready 準備.*ready 準備/;
const WAIT = { timeout: 30_000, interval: 50 };

/** What a multiplexer that can carry an army must do, tried on the real program in a world of its own. */
export function fullContract(kind: MultiplexerKind, { open, startForeign, keys }: FullCase): void {
  const live = (name: string, work: (stage: Stage) => Promise<void>, needs: string[] = [kind]) =>
    test(`${kind}: ${name}`, { timeout: 120_000 }, async (context) => {
      const missing = needs.map(without).find(Boolean) || undefined;
      context.skip(missing !== undefined, missing);
      await using army = await temporaryArmy();
      await work(await stageIn(army, open({ program: kind, env: army.env })));
    });
  const withPerson = (name: string, work: (stage: Stage) => Promise<void>) => live(name, work, [kind, "tmux"]);

  live("opens every pane of a plan, with its name, tab, order and size", async ({ multiplexer, folder, plan }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const panes = await multiplexer.panes("ovld-a");
    expect(panes.map(({ tab, title, state }) => [tab, title, state])).toEqual([
      ["first", "left", "running"],
      ["first", "right", "running"],
      ["second", "top", "running"],
      ["second", "middle", "running"],
      ["second", "bottom", "running"],
    ]);
    const [left, right, top, middle, bottom] = panes;
    expect(left!.columns / (left!.columns + right!.columns)).toBeCloseTo(0.4, 1);
    expect(left!.rows).toBe(right!.rows);
    expect(top!.columns).toBe(bottom!.columns);
    for (const part of [middle!, bottom!]) expect(Math.abs(part.rows - top!.rows)).toBeLessThanOrEqual(2);
    expect(new Set(panes.map(({ id }) => id)).size).toBe(5);
  });

  live("writes exactly the files that it describes, closed to others", async ({ multiplexer, folder, plan }) => {
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

  live("starts the panes in the plan's directory, whatever its name", async ({ army, multiplexer, folder }) => {
    const directory = join(army.folder, `a "$HOME" \${x} 日本 'q' \\ ~`);
    await execute("mkdir", [directory]);
    const place = join(army.folder, "place");
    const write = `require("node:fs").writeFileSync(${JSON.stringify(place)}, process.cwd()); setInterval(() => {}, 1000)`;
    const pane: PlannedPane = { kind: "pane", title: "place", launch: { argv: [process.execPath, "-e", write] } };
    const tabs = [{ name: "only", focus: true, split: "columns", panes: [pane] }] as const;
    await multiplexer.open({ session: "ovld-a", directory, tabs }, { folder });
    await vi.waitFor(async () => expect(await readFile(place, "utf8")).toBe(directory), WAIT);
  });

  live("types any text byte for byte, by the pane's id", async ({ multiplexer, folder, plan, typed, readyPane }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const texts = [
      "-leading dash",
      "--",
      `"double" 'single' \`back\` $HOME $(id) \\ \\n ; trailing ;`,
      "two\nlines\tand a tab\r",
      "日本語 👑 e\u0301 👩‍👩‍👧",
      "\u001b[A\u0003\u007f",
      "a\0b\0",
      `${"魔王軍👑 the quick brown fox\n".repeat(3000)}end`,
    ];
    const bottom = await readyPane("ovld-a", "bottom");
    for (const text of texts) await multiplexer.type("ovld-a", bottom, text);
    const expected = Buffer.from(texts.join(""));
    expect(expected.length).toBeGreaterThan(100_000);
    await vi.waitFor(async () => expect((await typed("ovld-a", "bottom")).length).toBe(expected.length), WAIT);
    expect((await typed("ovld-a", "bottom")).equals(expected)).toBe(true);
    for (const other of ["left", "right", "top", "middle"]) expect(await typed("ovld-a", other)).toHaveLength(0);
  });

  live("a pane or a session that is not there is an error, never silence", async ({ multiplexer, folder, plan }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const [left] = await multiplexer.panes("ovld-a");
    const unknown = left!.id.replace(/\d+$/, "4711");
    await expect(multiplexer.type("ovld-a", unknown, "x")).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.screen("ovld-a", unknown)).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.focus("ovld-a", unknown)).rejects.toMatchObject({ code: "pane-gone" });
    await expect(multiplexer.panes("ovld-")).rejects.toMatchObject({ code: "session-ended" });
    await expect(multiplexer.type("ovld-b", left!.id, "x")).rejects.toMatchObject({ code: "session-ended" });
    await expect(multiplexer.attach("ovld-b")).rejects.toMatchObject({ code: "session-ended" });
  });

  live("tells a program that has ended, at once or later", async ({ army, multiplexer, folder, plan, pane }) => {
    const flag = join(army.folder, "go");
    const endings = [
      { title: "at-once", argv: ["false"] as const },
      { title: "later", argv: ["sh", "-c", `until [ -e ${flag} ]; do sleep 0.1; done; exit 3`] as const },
    ];
    const panes = endings.map(({ title, argv }): PlannedPane => ({ kind: "pane", title, launch: { argv } }));
    const { directory, tabs } = plan("");
    const extra = { name: "third", focus: false, split: "columns", panes } as const;
    await multiplexer.open({ session: "ovld-a", directory, tabs: [...tabs, extra] }, { folder });
    const states = async () =>
      Object.fromEntries((await multiplexer.panes("ovld-a")).map(({ title, state }) => [title, state]));
    await vi.waitFor(
      async () => expect(await states()).toMatchObject({ "at-once": "exited", later: "running", left: "running" }),
      WAIT,
    );
    await writeFile(flag, "");
    await vi.waitFor(async () => expect(await states()).toMatchObject({ later: "exited", left: "running" }), WAIT);
    expect((await multiplexer.panes("ovld-a")).find(({ title }) => title === "later")?.exitStatus).toBe(3);
    for (const { title } of endings)
      await expect(multiplexer.type("ovld-a", await pane("ovld-a", title), "\r")).rejects.toMatchObject({
        code: "pane-exited",
      });
  });

  live("shows the screen of a pane", async ({ multiplexer, folder, plan, pane }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const middle = await pane("ovld-a", "middle");
    await vi.waitFor(async () => expect(await multiplexer.screen("ovld-a", middle)).toContain("ready 準備"), WAIT);
  });

  live("ends a session whole, and again without an error", async ({ army, multiplexer, folder, plan }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    await vi.waitUntil(() => processesNaming(`${army.folder}/ovld-a.`).length >= 5, WAIT);
    await multiplexer.end("ovld-a");
    expect(await multiplexer.sessions()).toEqual([]);
    await vi.waitUntil(() => processesNaming(`${army.folder}/ovld-a.`).length === 0, WAIT);
    await multiplexer.end("ovld-a");
    await multiplexer.end("ovld-never-was");
    await multiplexer.open(plan("ovld-a"), { folder });
    expect(await multiplexer.panes("ovld-a")).toHaveLength(5);
  });

  live("two sessions never mix, and a stranger's is left alone", async (stage) => {
    const { army, multiplexer, folder, plan, typed, pane } = stage;
    await execute(kind, startForeign("theirs"), { env: army.env, cwd: army.project });
    const names = ["ovld-a", "ovld-a-2"];
    await Promise.all(names.map((name) => multiplexer.open(plan(name), { folder: join(folder, name) })));
    for (const name of names) await multiplexer.type(name, await pane(name, "left"), `for ${name}`);
    for (const name of names)
      await vi.waitFor(async () => expect(String(await typed(name, "left"))).toBe(`for ${name}`), WAIT);
    await multiplexer.end("ovld-a");
    expect((await multiplexer.sessions()).map(({ name }) => name).sort()).toEqual(["ovld-a-2", "theirs"]);
    // Among several sessions, too, what is meant for one that is gone goes nowhere.
    await expect(multiplexer.panes("ovld-a")).rejects.toMatchObject({ code: "session-ended" });
    await expect(multiplexer.focused("ovld-a")).rejects.toMatchObject({ code: "session-ended" });
    expect(await multiplexer.panes("ovld-a-2")).toHaveLength(5);
  });

  live("armies that start at the same moment come up, however much is asked meanwhile", async (stage) => {
    const { army, multiplexer, folder, plan } = stage;
    const other = open({ program: kind, env: army.env });
    const names = ["ovld-a", "ovld-b", "ovld-c"];
    let isDone = false;
    const asking = (async () => {
      while (!isDone) await other.sessions();
    })();
    await Promise.all(names.map((name) => multiplexer.open(plan(name), { folder: join(folder, name) })));
    isDone = true;
    await asking;
    expect((await multiplexer.sessions()).map(({ name }) => name).sort()).toEqual(names);
    for (const name of names) expect(await multiplexer.panes(name)).toHaveLength(5);
  });

  live("a name that is taken is refused, and its session lives on", async ({ multiplexer, folder, plan }) => {
    await multiplexer.open(plan("ovld-a"), { folder });
    const before = await multiplexer.panes("ovld-a");
    await expect(multiplexer.open(plan("ovld-a"), { folder })).rejects.toMatchObject({ code: "session-taken" });
    expect(await multiplexer.panes("ovld-a")).toEqual(before);
  });

  live("an abort while opening leaves nothing", async ({ army, multiplexer, folder, plan }) => {
    for (const delay of [0, 30, 100, 200]) {
      const controller = new AbortController();
      const opening = multiplexer.open(plan("ovld-a"), { folder, signal: controller.signal }).then(
        () => "opened",
        (error: { code: string }) => error.code,
      );
      await after(delay);
      controller.abort();
      if ((await opening) === "opened") await multiplexer.end("ovld-a");
      else expect(await opening).toBe("cancelled");
      expect(await multiplexer.sessions()).toEqual([]);
    }
    await vi.waitUntil(() => processesNaming(`${army.folder}/ovld-a.`).length === 0, WAIT);
    await expect(multiplexer.open(plan("ovld-a"), { folder, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(await multiplexer.sessions()).toEqual([]);
  });

  live("opens a session with the longest name it allows", async ({ multiplexer, folder, plan }) => {
    const name = `ovld-${"x".repeat(multiplexer.maxNameBytes() - 5)}`;
    await multiplexer.open(plan(name), { folder });
    expect(await multiplexer.panes(name)).toHaveLength(5);
  });

  withPerson(
    "opens on a terminal; detaching leaves it running, attaching comes back, quitting ends it",
    async (stage) => {
      const { army, multiplexer } = stage;
      const [openHere, attach] = [await program(stage, kind, "openHere"), await program(stage, kind, "attach")];
      {
        await using terminal = await openTerminal([process.execPath, openHere], { cwd: army.project, env: army.env });
        for (const sight of [bothReady, /first.*second/, /left.*right/]) await terminal.sees(sight);
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
      await vi.waitUntil(() => processesNaming(`${army.folder}/ovld-here.`).length === 0, WAIT);
      await multiplexer.end("ovld-here");
      expect(await multiplexer.sessions()).toEqual([]);
    },
  );

  withPerson("SIGTERM and SIGINT leave the terminal in order and the session running", async (stage) => {
    const { army, multiplexer } = stage;
    const openHere = await program(stage, kind, "openHere");
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

  withPerson("shows a pane to the person attached, who may not have pressed a key yet", async (stage) => {
    const { army, multiplexer, folder, plan, pane } = stage;
    await multiplexer.open(plan("ovld-here"), { folder });
    const left = await pane("ovld-here", "left");
    const bottom = await pane("ovld-here", "bottom");
    await multiplexer.focus("ovld-here", bottom);
    expect(await multiplexer.focused("ovld-here")).toBeUndefined();
    const attach = await program(stage, kind, "attach");
    await using terminal = await openTerminal([process.execPath, attach], { cwd: army.project, env: army.env });
    await vi.waitFor(async () => expect(await multiplexer.focused("ovld-here")).toBe(left), WAIT);
    for (const title of ["bottom", "right", "top", "left", "middle"]) {
      const target = await pane("ovld-here", title);
      await multiplexer.focus("ovld-here", target);
      expect(await multiplexer.focused("ovld-here")).toBe(target);
    }
    await terminal.type("by the person");
    await vi.waitFor(async () => expect(String(await stage.typed("ovld-here", "middle"))).toBe("by the person"), WAIT);
    for (const title of ["right", "bottom", "left", "left", "bottom"]) {
      const target = await pane("ovld-here", title);
      await multiplexer.focus("ovld-here", target);
      expect(await multiplexer.focused("ovld-here")).toBe(target);
    }
  });

  withPerson("typing into a pane that is not shown does not move the person", async (stage) => {
    const { army, multiplexer, folder, plan, readyPane } = stage;
    await multiplexer.open(plan("ovld-here"), { folder });
    const attach = await program(stage, kind, "attach");
    await using terminal = await openTerminal([process.execPath, attach], { cwd: army.project, env: army.env });
    const left = await readyPane("ovld-here", "left");
    await vi.waitFor(async () => expect(await multiplexer.focused("ovld-here")).toBe(left), WAIT);
    await terminal.type("draft");
    await multiplexer.type("ovld-here", await readyPane("ovld-here", "bottom"), "to a hidden one\r");
    await vi.waitFor(
      async () => expect(String(await stage.typed("ovld-here", "bottom"))).toBe("to a hidden one\r"),
      WAIT,
    );
    expect(await multiplexer.focused("ovld-here")).toBe(left);
    await vi.waitFor(async () => expect(String(await stage.typed("ovld-here", "left"))).toBe("draft"), WAIT);
  });
}

/** A program that says it is ready and keeps every byte it is given. */
const RECORDER = `
const { appendFileSync, writeFileSync } = require("node:fs");
writeFileSync(process.argv[2], "");
process.stdin.setRawMode(true);
process.stdin.on("data", (bytes) => appendFileSync(process.argv[2], bytes));
console.log("ready 準備");
`;

async function stageIn(army: TemporaryArmy, multiplexer: Multiplexer): Promise<Stage> {
  const recorder = join(army.folder, "recorder.cjs");
  await writeFile(recorder, RECORDER);
  const record = (session: string, title: string) => join(army.folder, `${session}.${title}`);
  const plan = (session: string): SessionPlan => {
    const pane = (title: string, size: string): PlannedPane => ({
      kind: "pane",
      title,
      size,
      launch: { argv: [process.execPath, recorder, record(session, title)] },
    });
    return {
      session,
      directory: army.project,
      tabs: [
        { name: "first", focus: true, split: "columns", panes: [pane("left", "40%"), pane("right", "60%")] },
        {
          name: "second",
          focus: false,
          split: "rows",
          panes: [pane("top", "33%"), pane("middle", "33%"), pane("bottom", "34%")],
        },
      ],
    };
  };
  const pane: Stage["pane"] = async (session, title) =>
    (await multiplexer.panes(session)).find((each) => each.title === title)!.id;
  return {
    ...{ army, multiplexer, folder: join(army.folder, "session"), plan, pane },
    typed: (session, title) => readFile(record(session, title)),
    async readyPane(session, title) {
      const id = await pane(session, title);
      await vi.waitFor(async () => expect(await multiplexer.screen(session, id)).toContain("ready 準備"), WAIT);
      return id;
    },
  };
}

/** The adapter as a program of its own, for a terminal: plain Node runs it. */
async function program({ army, folder, plan }: Stage, kind: MultiplexerKind, verb: "openHere" | "attach") {
  const source = join(army.folder, `${verb}.ts`);
  const call =
    verb === "attach"
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
