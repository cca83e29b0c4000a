import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { verifying } from "#test/support/verifies.ts";
import { OvldError, type SessionRequest, TmuxManager, TmuxSessionError } from "#tmux.ts";
import { type TmuxFixture, tmuxFixture } from "./tmux-fixture.ts";

const skip = without("tmux");
const verifies = verifying({ skip, timeout: 240_000 });
const live = test.skipIf(skip);
const WAIT = { timeout: 20_000, interval: 50 };
const request: SessionRequest = {
  name: "s",
  agents: [
    { id: "a", window: "w" },
    { id: "b", window: "w", command: ["sleep", "1000"] },
    { id: "c", window: "x" },
  ],
};

/** Replaces command number `at` in a list of commands that begins with `when`. */
interface Fault {
  when: string;
  at: number;
  command: readonly string[];
}

/** A manager with a tmux that fails on demand. */
async function faulty(fixture: TmuxFixture) {
  const file = join(fixture.army.folder, "fault.json");
  const env = { ...fixture.army.env, TMUX_FAULT: file };
  const manager = new TmuxManager({ ...fixture.config, env, program: resolve("test/fixtures/faulty-tmux.mjs") });
  return {
    manager,
    fault: (when: string, at: number, command: readonly string[]) =>
      writeFile(file, JSON.stringify([{ when, at, command }])),
    faults: (faults: readonly Fault[]) => writeFile(file, JSON.stringify(faults)),
  };
}

verifies("tmux:create:failure", "a failure at each step names the step and leaves nothing", async () => {
  await using fixture = await tmuxFixture();
  const { manager, fault } = await faulty(fixture);
  await fixture.tmux("new-session", "-d", "-s", "theirs", "-x", "50", "-y", "10", "sleep", "1000");
  const before = [
    await fixture.tmux("list-panes", "-a", "-F", "#{session_name} #{pane_pid} #{pane_id}"),
    fixture.programs(),
  ];
  const steps: string[] = [];
  for (let at = 0; ; at++) {
    await fault("new-session", at, ["kill-pane", "-t", "%4711"]);
    const error = await manager.createSession(request).then(
      () => undefined,
      (problem: unknown) => problem,
    );
    if (!error) break;
    expect(error).toBeInstanceOf(TmuxSessionError);
    expect(error).toBeInstanceOf(OvldError);
    expect(error).toMatchObject({
      name: "TmuxSessionError",
      code: "tmux-session-failed",
      session: "s",
      exitCode: 1,
      stderr: "can't find pane: %4711\n",
      cleanedUp: true,
      cause: { code: "program-failed" },
      message: expect.stringContaining("can't find pane: %4711"),
    });
    const { step, command } = error as TmuxSessionError;
    expect(command.length).toBeGreaterThan(1);
    steps.push(`${step}: ${command[0]}`);
    expect([
      await fixture.tmux("list-panes", "-a", "-F", "#{session_name} #{pane_pid} #{pane_id}"),
      fixture.programs(),
    ]).toEqual(before);
    expect(await manager.cleanupDeadSessions()).toEqual([]);
  }
  expect(await manager.hasSession("s")).toBe(true);
  expect([...new Set(steps)]).toEqual([
    "session: new-session",
    "session: set-option",
    "environment: set-environment",
    "window w: set-option",
    "pane a: set-option",
    "pane b: split-window",
    "pane b: set-option",
    "layout of w: select-layout",
    "window w: select-pane",
    "window x: new-window",
    "window x: set-option",
    "pane c: set-option",
    "session: select-window",
    "session: list-panes",
  ]);
});

verifies("tmux:create:failure", "programs that ignore SIGHUP are ended too", async () => {
  await using fixture = await tmuxFixture();
  const { manager, faults } = await faulty(fixture);
  const ready = join(fixture.army.folder, "ready");
  const stubborn = `trap '' HUP TERM; : > '${ready}'; while :; do sleep 1; done`;
  await faults([
    { when: "new-session", at: 3, command: ["run-shell", `until [ -e '${ready}' ]; do sleep 0.05; done`] },
    { when: "new-session", at: 5, command: ["kill-pane", "-t", "%4711"] },
  ]);
  const making = manager.createSession({
    name: "s",
    agents: [{ id: "a", window: "w", command: ["sh", "-c", stubborn] }],
  });
  await expect(making).rejects.toMatchObject({ name: "TmuxSessionError", step: "session", cleanedUp: true });
  expect(existsSync(ready)).toBe(true);
  expect(fixture.programs()).toEqual([]);
});

verifies("tmux:create:failure", "cleanedUp is false when the session could not be removed", async () => {
  await using fixture = await tmuxFixture();
  const { manager, faults } = await faulty(fixture);
  const command = ["kill-pane", "-t", "%4711"];
  await faults([
    { when: "new-session", at: 6, command },
    { when: "list-sessions", at: 0, command },
  ]);
  await expect(manager.createSession(request)).rejects.toMatchObject({
    name: "TmuxSessionError",
    stderr: "can't find pane: %4711\n",
    cleanedUp: false,
    message: expect.stringContaining("can't find pane: %4711"),
  });
  await faults([]);
  expect(await manager.hasSession("s")).toBe(true);
  expect(await manager.killSession("s")).toBe(true);
  expect(fixture.programs()).toEqual([]);
});

verifies("tmux:create:failure", "no room for a pane, and a registry that cannot be written", async () => {
  await using fixture = await tmuxFixture();
  const narrow = fixture.another({ columns: 10, rows: 5 });
  const agents = Array.from({ length: 30 }, (_, index) => ({ id: `a${index}`, window: "w" }));
  const error = await narrow.createSession({ name: "s", agents }).catch((problem: unknown) => problem);
  expect(error).toMatchObject({
    step: expect.stringMatching(/^pane a\d+$/),
    stderr: expect.stringContaining("no space for new pane"),
    cleanedUp: true,
  });
  expect((error as TmuxSessionError).command[0]).toBe("split-window");
  const folder = join(fixture.army.folder, "file");
  await writeFile(folder, "");
  await expect(fixture.another({ folder }).createSession(request)).rejects.toMatchObject({
    step: "registry",
    cleanedUp: true,
    exitCode: null,
    cause: { code: "file-failed" },
  });
  await expect(fixture.another({ folder }).cleanupDeadSessions()).rejects.toMatchObject({ code: "file-failed" });
  expect(await fixture.manager.listSessions()).toEqual([]);
  expect(fixture.programs()).toEqual([]);
});

live(
  "every operation fails at once when its server is killed, and the next session is made",
  async () => {
    await using fixture = await tmuxFixture();
    const { manager, fault } = await faulty(fixture);
    const kill = ["run-shell", "kill -9 #{pid}"];
    const quick = async (name: string, when: string, at: number, work: () => Promise<unknown>) => {
      await fault("none", 0, []);
      await vi.waitFor(async () => expect(await manager.listSessions()).toEqual([]), WAIT);
      await manager.createSession({ ...request, name: "before" });
      await fixture.tmux("split-window", "-t", "=before:w", "-d");
      await manager.getSession("before");
      await fault(when, at, kill);
      const start = performance.now();
      const error = await work().then(
        () => undefined,
        (problem: unknown) => problem,
      );
      expect(performance.now() - start, name).toBeLessThan(2000);
      expect(error, name).toBeInstanceOf(OvldError);
      expect((error as OvldError).message, name).toMatch(/the .* server ended during a request/);
      await fault("none", 0, []);
      expect((await manager.createSession({ ...request, name: "after" })).panes, name).toHaveLength(3);
      await manager.killSession("after");
      await vi.waitFor(() => expect(fixture.programs(), name).toEqual([]), WAIT);
    };
    for (const at of [3, 12, 20])
      await quick(`createSession ${at}`, "new-session", at, () => manager.createSession(request));
    await quick("hasSession", "list-sessions", 0, () => manager.hasSession("before"));
    await quick("listSessions", "list-panes", 0, () => manager.listSessions());
    await quick("getSession", "list-panes", 0, () => manager.getSession("before"));
    await quick("killSession", "if-shell", 0, () => manager.killSession("before"));
    await quick("sendToPane", "load-buffer", 1, () => manager.sendToPane("before", "w", 0, "true"));
    await quick("capturePane", "if-shell", 0, () => manager.capturePane("before", "w", 0));
    await quick("setLayout", "if-shell", 0, () => manager.setLayout("tiled"));
    await quick("respawnAgent", "if-shell", 0, () => manager.respawnAgent("before", "a"));
    await quick("assignAgent", "if-shell", 0, () => manager.assignAgent("before", { id: "z", window: "w" }, 2));
    await quick("subscribe", "none", 0, async () => {
      const events = manager.subscribe({ session: "before" });
      const waiting = (async () => {
        for await (const _ of events);
      })();
      await vi.waitFor(
        async () => expect(await fixture.tmux("list-clients", "-F", "#{client_control_mode}")).toBe("1\n"),
        WAIT,
      );
      process.kill(await fixture.serverPid(), "SIGKILL");
      await waiting;
    });
  },
  240_000,
);

live("an abort leaves nothing", async () => {
  await using fixture = await tmuxFixture();
  for (const delay of [0, 1, 5, 20]) {
    const controller = new AbortController();
    const making = fixture.manager.createSession(request, { signal: controller.signal }).then(
      () => "made",
      (error: OvldError) => error.code,
    );
    setTimeout(() => controller.abort(), delay);
    if ((await making) === "made") await fixture.manager.killSession("s");
    else expect(await making).toBe("cancelled");
    expect(await fixture.manager.listSessions()).toEqual([]);
    expect(fixture.programs()).toEqual([]);
  }
  const signal = AbortSignal.abort();
  await expect(fixture.manager.createSession(request, { signal })).rejects.toMatchObject({ code: "cancelled" });
});
