import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { verifying } from "#test/support/verifies.ts";
import { type TmuxFixture, tmuxFixture } from "./tmux-fixture.ts";

const skip = without("tmux");
const verifies = verifying({ skip, timeout: 60_000 });
const live = test.skipIf(skip);
const WAIT = { timeout: 20_000, interval: 50 };
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const one = (name: string) => ({ name, agents: [{ id: "a", window: "w" }] });

async function logOf({ config }: TmuxFixture): Promise<unknown[]> {
  const lines = (await readFile(join(config.folder, "cleanup.log"), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

verifies("tmux:dead", "a hung server is removed with its session", async () => {
  await using fixture = await tmuxFixture({ timeLimit: 500 });
  await fixture.manager.createSession(one("hung"));
  const ready = join(fixture.army.folder, "ready");
  // A program that outlives its terminal.
  const stubborn = `trap '' HUP TERM; : > '${ready}'; while :; do sleep 1; done`;
  const agents = [{ id: "a", window: "w", command: ["sh", "-c", stubborn] as [string, ...string[]] }];
  await fixture.manager.createSession({ name: "also hung", agents });
  await vi.waitFor(() => expect(existsSync(ready)).toBe(true), WAIT);
  process.kill(await fixture.serverPid(), "SIGSTOP");
  const cleaned = await fixture.another().cleanupDeadSessions();
  expect(cleaned).toEqual(
    ["hung", "also hung"].map((session) => ({ session, reason: "no-answer", action: "server-killed", at })),
  );
  expect(await logOf(fixture)).toMatchObject(cleaned);
  await vi.waitFor(() => expect(fixture.programs()).toEqual([]), WAIT);
  expect(await fixture.manager.listSessions()).toEqual([]);
  expect(await fixture.another().cleanupDeadSessions()).toEqual([]);
  await fixture.manager.createSession(one("hung"));
  expect(await fixture.another().cleanupDeadSessions()).toEqual([]);
});

verifies("tmux:dead", "a session with dead panes only is ended, one with a running pane is not", async () => {
  await using fixture = await tmuxFixture();
  await fixture.tmux("new-session", "-d", "-s", "theirs", "sleep", "1000");
  await fixture.tmux("set-option", "-w", "-t", "=theirs:", "remain-on-exit", "on");
  await fixture.manager.createSession({
    name: "dead",
    agents: [
      { id: "a", window: "w", command: ["false", ""] },
      { id: "b", window: "x", command: ["true", ""] },
    ],
  });
  await fixture.manager.createSession({
    name: "half",
    agents: [...one("").agents, { id: "b", window: "w", command: ["false", ""] }],
  });
  await fixture.tmux("split-window", "-t", "=theirs:", "false", "");
  await vi.waitFor(
    async () => expect(await fixture.tmux("list-panes", "-a", "-f", "#{pane_dead}")).toMatch(/(.*\n){4}/),
    WAIT,
  );
  const cleaned = await fixture.another().cleanupDeadSessions();
  expect(cleaned).toEqual([{ session: "dead", reason: "panes-dead", action: "killed", at }]);
  expect(await logOf(fixture)).toMatchObject(cleaned);
  expect(await fixture.another().cleanupDeadSessions()).toEqual([]);
  expect((await fixture.manager.listSessions()).map(({ name }) => name)).toEqual(["half", "theirs"]);
});

verifies("tmux:dead", "an entry without a server or a session is forgotten", async () => {
  await using fixture = await tmuxFixture();
  const other = fixture.another({ socketName: "second" });
  await fixture.manager.createSession(one("lost"));
  await other.createSession(one("ended"));
  await other.createSession(one("kept"));
  process.kill(await fixture.serverPid(), "SIGKILL");
  await vi.waitFor(() => expect(fixture.tmux("list-sessions")).rejects.toThrow(), { timeout: 20_000 });
  await fixture.army.shell("tmux -L second kill-session -t =ended");
  const cleaned = await fixture.manager.cleanupDeadSessions();
  expect([...cleaned].sort((a, b) => a.session.localeCompare(b.session))).toEqual([
    { session: "ended", reason: "session-gone", action: "forgotten", at },
    { session: "lost", reason: "server-gone", action: "forgotten", at },
  ]);
  expect(await logOf(fixture)).toMatchObject(cleaned);
  // The socket still exists, but belongs to another server now.
  await fixture.tmux("new-session", "-d", "-s", "lost");
  expect(await fixture.manager.cleanupDeadSessions()).toEqual([]);
  expect((await fixture.manager.listSessions()).map(({ name, managed }) => [name, managed])).toEqual([["lost", false]]);
  expect((await other.listSessions()).map(({ name }) => name)).toEqual(["kept"]);
});

live("other programs' sessions are never touched, not even on a hung server", async () => {
  await using fixture = await tmuxFixture({ timeLimit: 500 });
  await fixture.tmux("new-session", "-d", "-s", "theirs", "sleep", "1000");
  await fixture.manager.createSession(one("ours"));
  const pid = await fixture.serverPid();
  process.kill(pid, "SIGSTOP");
  expect(await fixture.manager.cleanupDeadSessions()).toEqual([
    { session: "ours", reason: "no-answer", action: "processes-ended", at },
  ]);
  expect(fixture.programs()).toEqual(["sleep 1000"]);
  process.kill(pid, "SIGCONT");
  await vi.waitFor(async () => expect((await fixture.manager.getSession("ours")).pane(0).state).toBe("exited"), WAIT);
  expect(await fixture.manager.cleanupDeadSessions()).toEqual([
    { session: "ours", reason: "panes-dead", action: "killed", at },
  ]);
  expect((await fixture.manager.listSessions()).map(({ name }) => name)).toEqual(["theirs"]);
});

live("a server whose socket was removed does not count as gone", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession(one("ours"));
  const socket = (await fixture.tmux("display-message", "-p", "#{socket_path}")).trim();
  await rm(socket);
  expect(await fixture.manager.cleanupDeadSessions()).toEqual([
    { session: "ours", reason: "no-answer", action: "server-killed", at },
  ]);
  await vi.waitFor(() => expect(fixture.programs()).toEqual([]), WAIT);
});

live("a damaged entry is no session", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession(one("ours"));
  await fixture.army.shell(
    `cd '${fixture.config.folder}'; echo '{"mark": 3' > x.session.json; : > y.session.json; printf '\\377' > z.session.json`,
  );
  expect(await fixture.manager.cleanupDeadSessions()).toEqual([]);
  expect((await fixture.manager.restoreSession("ours")).panes).toHaveLength(1);
});
