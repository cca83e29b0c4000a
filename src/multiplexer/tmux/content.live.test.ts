import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { sessionName } from "#army/session-name.ts";
import { run } from "#base/run.ts";
import type { PlannedPane, SessionPlan } from "#multiplexer/session-plan.ts";
import { bundleText } from "#test/support/bundle.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { tmux } from "./tmux.ts";

const live = (name: string, work: (army: TemporaryArmy) => Promise<void>) =>
  test(name, { timeout: 180_000 }, async (context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    await work(army);
  });

const WAIT = { timeout: 30_000, interval: 20 };
const pieces = [
  "'",
  '"',
  "\\",
  "$",
  "${",
  "$(id)",
  "`id`",
  ";",
  "\\;",
  "#",
  "#{pid}",
  "#(id)",
  "%",
  "%H",
  "~",
  "{",
  "}",
];
const odd = [
  ...pieces,
  "-",
  "--",
  "=",
  "!",
  " ",
  "\t",
  "\n",
  "\r",
  "\n  x",
  "\n#",
  "日本語",
  "👑",
  "👩‍👧",
  "e\u0301",
  "\u0001",
];
const anyText = fc
  .oneof(fc.string({ unit: fc.constantFrom(...odd), maxLength: 12 }), fc.string({ unit: "binary", maxLength: 20 }))
  .filter((text) => !text.includes("\0"));
const someTexts = fc.array(anyText, { minLength: 30, maxLength: 30 });

const planOf = (session: string, directory: string, ...panes: PlannedPane[]): SessionPlan => ({
  session,
  directory,
  tabs: [{ name: "only", focus: true, split: "columns", panes }],
});

live("any arguments, environment and directory reach the program byte for byte", async (army) => {
  const tell = `const { renameSync, writeFileSync } = require("node:fs");
const [, answer, ...args] = process.argv;
writeFileSync(answer + ".new", JSON.stringify({ args, env: process.env, directory: process.cwd() }));
renameSync(answer + ".new", answer);
setInterval(() => {}, 1000);`;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(someTexts, someTexts, async (args, values) => {
      const session = `ovld-${++count}`;
      const answer = join(army.folder, `${session}.json`);
      const name = `${[...args.join("").replaceAll("/", "")].slice(0, 30).join("")}.`;
      const directory = join(army.folder, name);
      await mkdir(directory, { recursive: true });
      const variables = Object.fromEntries(values.map((value, index) => [`V_${index}`, value]));
      const multiplexer = tmux({ program: "tmux", env: { ...army.env, ...variables } });
      const argv = [process.execPath, "-e", tell, answer, "--", ...args] as const;
      const pane: PlannedPane = { kind: "pane", title: "one", launch: { argv } };
      await multiplexer.open(planOf(session, directory, pane), { folder: army.folder });
      const told = await vi.waitFor(async () => JSON.parse(await readFile(answer, "utf8")), WAIT);
      expect(told.args).toEqual(["--", ...args]);
      expect(told.env).toMatchObject(variables);
      expect(told.directory).toBe(directory);
      await multiplexer.end(session);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

live("a directory with format characters is not expanded", async (army) => {
  const multiplexer = tmux({ program: "tmux", env: army.env });
  for (const name of ["#S", "#{pid}", "#(id)", "##", "##{pid}", "a#", "#[fg=red]", "%H", "~", "$HOME", "-c"]) {
    const directory = join(army.folder, "odd", name);
    await mkdir(directory, { recursive: true });
    const panes = ["one", "two"].map((title): PlannedPane => {
      return { kind: "pane", title, launch: { argv: ["sh", "-c", "pwd > $0.new; mv $0.new $0; exec cat", title] } };
    });
    await multiplexer.open(planOf("ovld-a", directory, ...panes), { folder: army.folder });
    for (const { title } of panes)
      await vi.waitFor(async () => expect(await readFile(join(directory, title), "utf8")).toBe(`${directory}\n`), WAIT);
    await multiplexer.end("ovld-a");
  }
});

live("a program of one word does not run in a shell", async (army) => {
  const program = join(army.folder, "a $(touch x); b");
  await writeFile(program, `#!/bin/sh\necho "$#" > '${army.folder}/started'\nexec cat\n`, { mode: 0o755 });
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const pane: PlannedPane = { kind: "pane", title: "one", launch: { argv: [program] } };
  await multiplexer.open(planOf("ovld-a", army.project, pane), { folder: army.folder });
  await vi.waitFor(async () => expect(await readFile(join(army.folder, "started"), "utf8")).toBe("0\n"), WAIT);
});

live("any tab and title reads back unchanged", async (army) => {
  const multiplexer = tmux({ program: "tmux", env: army.env });
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (tab, title) => {
      const pane: PlannedPane = { kind: "pane", title, launch: { argv: ["sleep", "100"] } };
      const tabs = [{ name: tab, focus: true, split: "rows", panes: [pane] }] as const;
      const opened = await multiplexer.open({ session: "ovld-a", directory: "/", tabs }, { folder: army.folder });
      expect(opened).toMatchObject([{ tab, title, state: "running" }]);
      await multiplexer.end("ovld-a");
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

live("a window that a person added is listed with any name", async (army) => {
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const pane: PlannedPane = { kind: "pane", title: "one", launch: { argv: ["cat"] } };
  await multiplexer.open(planOf("ovld-a", "/", pane), { folder: army.folder });
  const added = ["new-window", "-n", "a\nb\t%7\t1", "cat", ";", "split-window", "cat"];
  await run("tmux", added, { env: army.env, timeLimit: 10_000 });
  expect((await multiplexer.panes("ovld-a")).map(({ tab, id }) => [id, tab])).toEqual([
    ["%0", "only"],
    ["%1", "a b %7 1"],
    ["%2", "a b %7 1"],
  ]);
});

live("a plan that does not fit fails with tmux's reason and leaves no session", async (army) => {
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const panes = Array.from({ length: 40 }, (_, n): PlannedPane => {
    return { kind: "pane", title: `p${n}`, launch: { argv: ["cat"] } };
  });
  const tabs = [{ name: "only", focus: true, split: "rows", panes }] as const;
  const opening = multiplexer.open({ session: "ovld-a", directory: "/", tabs }, { folder: army.folder });
  await expect(opening).rejects.toMatchObject({ code: "program-failed", message: expect.stringMatching(/no space/) });
  expect(await multiplexer.sessions()).toEqual([]);
});

live("tmux keeps the names of armies unchanged", async (army) => {
  const multiplexer = tmux({ program: "tmux", env: army.env });
  for (const directory of ["My.Project:2", "魔王城", "--", "a b;c", "#S", "=x", "@1", "%2", "$3", "x".repeat(300)]) {
    const name = sessionName(directory, { maxBytes: multiplexer.maxNameBytes(), hash: "abcdef", isTaken: () => false });
    const pane: PlannedPane = { kind: "pane", title: "one", launch: { argv: ["cat"] } };
    expect(await multiplexer.open(planOf(name, "/", pane), { folder: army.folder })).toHaveLength(1);
    expect(await multiplexer.sessions()).toEqual([{ name, state: "running" }]);
    await multiplexer.end(name);
  }
});

/** Prints when its terminal is ready, and records every byte of its input. */
const RECORDER = `const { appendFileSync } = require("node:fs");
process.stdin.setRawMode(true).on("data", (bytes) => appendFileSync(process.argv[1], bytes));
console.log("ready");`;

async function recorderIn(army: TemporaryArmy, asks = "") {
  const record = join(army.folder, "record");
  const argv = [process.execPath, "-e", `${RECORDER}${asks}`, record] as const;
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const plan = planOf("ovld-a", army.project, { kind: "pane", title: "one", launch: { argv } });
  const [pane] = await multiplexer.open(plan, { folder: army.folder });
  const id = pane!.id;
  await vi.waitFor(async () => expect(await multiplexer.screen("ovld-a", id)).toContain("ready"), WAIT);
  return { multiplexer, id, recorded: () => readFile(record, "utf8").catch(() => "") };
}

live("any typed text arrives byte for byte", async (army) => {
  const { multiplexer, id, recorded } = await recorderIn(army);
  let expected = "";
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      await multiplexer.type("ovld-a", id, text);
      expected += text;
    }),
    { numRuns: 60 },
  );
  await vi.waitFor(async () => expect(await recorded()).toBe(expected), WAIT);
});

live("a text of several lines is one bracketed paste without the Enter at its end", async (army) => {
  const { multiplexer, id, recorded } = await recorderIn(army, ';process.stdout.write("\\x1b[?2004h")');
  const text = "# 儀式\n\n- first; \n- second\n";
  await multiplexer.type("ovld-a", id, text);
  await multiplexer.type("ovld-a", id, "\r");
  await multiplexer.type("ovld-a", id, "a line\r");
  const paste = (inner: string) => `\u001b[200~${inner}\u001b[201~`;
  await vi.waitFor(async () => expect(await recorded()).toBe(`${paste(text)}\r${paste("a line")}\r`), WAIT);
});

live("six processes type 10 KB each concurrently: no text is torn, and no buffer is left", async (army) => {
  const { id, recorded } = await recorderIn(army);
  const program = await bundleText(
    `import { tmux } from "./src/multiplexer/tmux/tmux.ts";
const multiplexer = tmux({ program: "tmux", env: process.env });
for (let turn = 0; turn < 5; turn++)
  await multiplexer.type("ovld-a", "${id}", "<" + process.argv[2].repeat(10_000) + turn + ">");`,
    join(army.folder, "typing.mjs"),
  );
  const names = [..."abcdef"];
  const type = (name: string) => run(process.execPath, [program, name], { env: army.env, timeLimit: 60_000 });
  await Promise.all(names.map(type));
  const expected = names.flatMap((name) => [0, 1, 2, 3, 4].map((turn) => `<${name.repeat(10_000)}${turn}>`));
  await vi.waitFor(async () => expect((await recorded()).length).toBe(expected.join("").length), WAIT);
  expect((await recorded()).match(/<[^>]*>/g)?.sort()).toEqual(expected);
  expect((await run("tmux", ["list-buffers"], { env: army.env, timeLimit: 10_000 })).stdout).toBe("");
});
