import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Multiplexer, PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { bundleText } from "#test/support/bundle.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import { tmuxRunner } from "./run.ts";
import { tmux } from "./tmux.ts";

const planOf = (session: string, directory: string): SessionPlan => ({
  session,
  directory,
  tabs: [
    { name: "t", focus: true, split: "rows", panes: [{ kind: "pane", title: "p", launch: { argv: ["cat", "-"] } }] },
  ],
});

type Operation = (multiplexer: Multiplexer & PaneInput, pane: PaneId) => Promise<unknown>;

const operations: Record<string, Operation> = {
  panes: (multiplexer) => multiplexer.panes("ovld-a"),
  type: (multiplexer, pane) => multiplexer.type("ovld-a", pane, "x".repeat(100_000)),
  screen: (multiplexer, pane) => multiplexer.screen("ovld-a", pane),
  focus: (multiplexer, pane) => multiplexer.focus("ovld-a", pane),
  focused: (multiplexer) => multiplexer.focused("ovld-a"),
  look: (multiplexer, pane) => multiplexer.look("ovld-a", pane),
  paste: (multiplexer, pane) => multiplexer.paste("ovld-a", pane, "text"),
  enter: (multiplexer, pane) => multiplexer.enter("ovld-a", pane),
};

async function serverOf({ env }: TemporaryArmy): Promise<number> {
  return Number(await tmuxRunner({ program: "tmux", env }).run([["display-message", "-p", "#{pid}"]]));
}

for (const [name, work] of Object.entries(operations))
  test(`a server killed during ${name} is an error within 2 s, and the next open works`, async (context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    const multiplexer = tmux({ program: "tmux", env: army.env });
    const [pane] = await multiplexer.open(planOf("ovld-a", army.project), { folder: army.folder });
    const server = await serverOf(army);
    const isAsked = await hold(server, army);
    const failure = work(multiplexer, pane!.id).then(
      () => undefined,
      (error: unknown) => ({ error, at: Date.now() }),
    );
    await vi.waitUntil(isAsked, { timeout: 10_000, interval: 5 });
    const killed = Date.now();
    process.kill(server, "SIGKILL");
    const { error, at } = (await failure)!;
    expect(error).toMatchObject({ code: "server-gone", message: "the tmux server ended during a request" });
    expect(at - killed).toBeLessThan(2000);
    await multiplexer.open(planOf("ovld-a", army.project), { folder: army.folder });
    expect(await multiplexer.sessions()).toEqual([{ name: "ovld-a", state: "running" }]);
  });

test("a session is opened although the server ends when it is asked", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = tmux({ program: "tmux", env: army.env });
  await multiplexer.open(planOf("ovld-a", army.project), { folder: army.folder });
  const server = await serverOf(army);
  const isAsked = await hold(server, army);
  const opening = multiplexer.open(planOf("ovld-b", army.project), { folder: army.folder });
  await vi.waitUntil(isAsked, { timeout: 10_000, interval: 5 });
  process.kill(server, "SIGKILL");
  expect(await opening).toMatchObject([{ tab: "t", title: "p", state: "running" }]);
  expect(await multiplexer.sessions()).toEqual([{ name: "ovld-b", state: "running" }]);
});

test("a killed server has no sessions, and ending one of them is no error", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = tmux({ program: "tmux", env: army.env });
  for (const ask of [multiplexer.sessions, () => multiplexer.end("ovld-a")]) {
    const [pane] = await multiplexer.open(planOf("ovld-a", army.project), { folder: army.folder });
    const server = await serverOf(army);
    const isAsked = await hold(server, army);
    const asked = ask();
    await vi.waitUntil(isAsked, { timeout: 10_000, interval: 5 });
    process.kill(server, "SIGKILL");
    await asked;
    expect(await multiplexer.sessions()).toEqual([]);
    await expect(multiplexer.screen("ovld-a", pane!.id)).rejects.toMatchObject({ code: "session-ended" });
  }
});

async function onTerminal(army: TemporaryArmy, call: string): Promise<string> {
  const source = `import { tmux } from "./src/multiplexer/tmux/tmux.ts";
await tmux({ program: "tmux", env: process.env }).${call}.then(() => console.log("came back"), (error) => console.log(error.code));`;
  return bundleText(source, join(army.folder, "on-terminal.mjs"));
}

test("a killed server restores the terminal of an attached person", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const plan = JSON.stringify(planOf("ovld-a", army.project));
  const program = await onTerminal(army, `openHere(${plan}, { folder: "/" })`);
  await using terminal = await openTerminal([process.execPath, program], { cwd: army.project, env: army.env });
  await terminal.sees(/0:t\*/);
  process.kill(await serverOf(army), "SIGKILL");
  expect(await terminal.ended()).toBe(0);
  await terminal.sees("came back");
});

test("a terminal that tmux cannot use is an error and leaves the existing sessions", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = tmux({ program: "tmux", env: army.env });
  const plan = planOf("ovld-a", army.project);
  const show = async (call: string) => {
    const argv = ["env", "TERM=unheard-of", process.execPath, await onTerminal(army, call)];
    return openTerminal(argv, { cwd: army.project, env: army.env });
  };
  {
    await using terminal = await show(`openHere(${JSON.stringify(plan)}, { folder: "/" })`);
    await terminal.sees(/unsuitable terminal.*session-not-started/s);
    expect(await multiplexer.sessions()).toEqual([]);
  }
  await multiplexer.open(plan, { folder: army.folder });
  await using terminal = await show(`attach("ovld-a")`);
  await terminal.sees(/unsuitable terminal.*program-failed/s);
  expect(await multiplexer.sessions()).toEqual([{ name: "ovld-a", state: "running" }]);
});

/** Stops the server in the middle of an operation. The result checks whether a client has connected since then. */
async function hold(server: number, { folder }: TemporaryArmy): Promise<() => Promise<boolean>> {
  process.kill(server, "SIGSTOP");
  await vi.waitUntil(async () => / T /.test(await readFile(`/proc/${server}/stat`, "utf8")), { interval: 1 });
  const connections = async () =>
    (await readFile("/proc/net/unix", "utf8"))
      .split("\n")
      .filter((line) => line.includes(` ${folder}/`) && line.endsWith("/default")).length;
  const before = await connections();
  return async () => (await connections()) > before;
}
