import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { run } from "#base/run.ts";
import { fullContract } from "#multiplexer/full.contract.ts";
import { multiplexerContract } from "#multiplexer/multiplexer.contract.ts";
import { respawnContract } from "#multiplexer/respawn.contract.ts";
import type { PlannedPane } from "#multiplexer/session-plan.ts";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import { tmux } from "./tmux.ts";

multiplexerContract("tmux", {
  open: tmux,
  start: (name) => ["new-session", "-d", "-s", name],
  end: (name) => ["kill-session", "-t", `=${name}`],
  async socketIn(army, name) {
    const folder = join(army.env.TMUX_TMPDIR as string, `tmux-${userInfo().uid}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  },
});

fullContract("tmux", {
  open: tmux,
  startForeign: (name) => ["new-session", "-d", "-s", name],
  keys: { detach: ["C-b", "d"], quit: ["C-b", ":", /^:$/m, "kill-session", /^:kill-session/m, "Enter"] },
});

respawnContract("tmux", tmux);

test("opening, typing and each step of PaneInput are one tmux process", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const [program, log] = [join(army.folder, "counting-tmux"), join(army.folder, "calls")];
  await writeFile(program, `#!/bin/sh\necho >> '${log}'\nexec tmux "$@"\n`, { mode: 0o755 });
  const calls = async (work: () => Promise<unknown>) => {
    await rm(log, { force: true });
    await work();
    return (await readFile(log, "utf8")).length;
  };
  const multiplexer = tmux({ program, env: army.env });
  const panes = ["one", "two", "three"].map(
    (title): PlannedPane => ({ kind: "pane", title, launch: { argv: ["cat", "-"] } }),
  );
  const tabs = ["a", "b"].map((name) => ({ name, focus: name === "b", split: "rows" as const, panes }));
  const plan = { session: "ovld-a", directory: army.project, tabs };
  expect(await calls(() => multiplexer.open(plan, { folder: army.folder }))).toBe(1);
  const [{ id } = { id: "" }] = await multiplexer.panes("ovld-a");
  for (const work of [
    () => multiplexer.panes("ovld-a"),
    () => multiplexer.type("ovld-a", id, "a line\r"),
    () => multiplexer.screen("ovld-a", id),
    () => multiplexer.look("ovld-a", id),
    () => multiplexer.paste("ovld-a", id, "text"),
    () => multiplexer.enter("ovld-a", id),
  ])
    expect(await calls(work)).toBe(1);
});

test("a window that closed with its last pane is made again for all of its panes, also without a client", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const ask = async (...args: string[]) => (await run("tmux", args, { env: army.env, timeLimit: 10_000 })).stdout;
  const tabs = [["one"], ["two", "three"], ["four"]].map((titles) => ({
    ...{ name: `${titles} #{pid}`, focus: false, split: "rows" as const },
    panes: titles.map((title): PlannedPane => ({ kind: "pane", title, launch: { argv: ["cat"] } })),
  }));
  const panes = await multiplexer.open({ session: "ovld-a", directory: army.project, tabs }, { folder: army.folder });
  const format = "#{window_name} #{window_width}x#{window_height} #{@ovld-title} #{remain-on-exit}";
  const places = () => ask("list-panes", "-s", "-t", "ovld-a", "-F", format);
  const before = await places();
  const closed = panes.filter(({ title }) => ["two", "three"].includes(title));
  for (const { id } of closed) await ask("kill-pane", "-t", id);
  for (const { id, tab, title } of closed)
    await multiplexer.respawn("ovld-a", id, { tab, title, directory: army.project, argv: ["cat"] });
  expect(await places()).toBe(before);
});

test("the exit status of every program is reported", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const panes = ["1", "2", "3", "4", "5", "6"].map((title): PlannedPane => {
    const line = `until [ -e '${army.folder}/${title}' ]; do sleep 0.05; done; exit ${title}`;
    return { kind: "pane", title, launch: { argv: ["sh", "-c", line] } };
  });
  const tabs = [{ name: "a", focus: true, split: "columns", panes }] as const;
  await multiplexer.open({ session: "ovld-a", directory: army.project, tabs }, { folder: army.folder });
  for (const { title } of panes) {
    await writeFile(join(army.folder, title), "");
    const pane = await vi.waitFor(
      async () => {
        const found = (await multiplexer.panes("ovld-a")).find((each) => each.title === title);
        expect(found?.state).toBe("exited");
        return found;
      },
      { timeout: 20_000 },
    );
    expect(pane?.exitStatus).toBe(Number(title));
  }
});

test("a pane of another session is not found: no typing, no focus", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const panes: PlannedPane[] = ["1", "2"].map((title) => ({ kind: "pane", title, launch: { argv: ["cat", "-"] } }));
  const tabs = [{ name: "a", focus: true, split: "columns", panes }] as const;
  const open = (session: string) =>
    multiplexer.open({ session, directory: army.project, tabs }, { folder: army.folder });
  await open("ovld-a");
  const [first, second] = await open("ovld-b");
  const attach = ["env", "-u", "TMUX", "tmux", "attach", "-t", "=ovld-a"];
  await using terminal = await openTerminal(attach, { cwd: army.project, env: army.env });
  await vi.waitFor(async () => expect(await multiplexer.focused("ovld-a")).toBe("%0"), { timeout: 20_000 });
  const other = second!.id;
  for (const work of [
    () => multiplexer.type("ovld-a", other, "not yours\r"),
    () => multiplexer.paste("ovld-a", other, "not yours"),
    () => multiplexer.enter("ovld-a", other),
    () => multiplexer.focus("ovld-a", other),
    () => multiplexer.screen("ovld-a", other),
    () => multiplexer.look("ovld-a", other),
  ])
    await expect(work()).rejects.toMatchObject({ code: "pane-gone" });
  expect(await multiplexer.screen("ovld-b", other)).toBe("");
  const active = ["display-message", "-p", "-t", "=ovld-b:", "#{pane_id}"];
  expect((await run("tmux", active, { env: army.env, timeLimit: 10_000 })).stdout).toBe(`${first!.id}\n`);
  expect(await terminal.screen()).not.toContain("not yours");
});
