import { getEventListeners } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import type { TmuxEvent } from "#tmux.ts";
import { type TmuxFixture, tmuxFixture } from "./tmux-fixture.ts";

const live = test.skipIf(without("tmux"));
const WAIT = { timeout: 20_000, interval: 20 };

/** Collects the events of a subscription until it ends. */
async function collect(fixture: TmuxFixture, session = "s", signal?: AbortSignal) {
  const events: TmuxEvent[] = [];
  const done = (async () => {
    for await (const event of fixture.manager.subscribe({ session, ...(signal ? { signal } : {}) })) events.push(event);
  })();
  await vi.waitFor(
    async () => expect(await fixture.tmux("list-clients", "-F", "#{client_control_mode}")).toBe("1\n"),
    WAIT,
  );
  const sees = (event: Partial<TmuxEvent>) =>
    vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining(event)), WAIT);
  const output = (pane: string) =>
    events.flatMap((e) => (e.type === "output" && e.pane === pane ? [e.data] : [])).join("");
  return { events, done, sees, output };
}

const request = {
  name: "s",
  agents: [
    { id: "a", window: "w" },
    { id: "b", window: "w", command: ["sleep", "1000"] as [string, string] },
  ],
};

live("emits sessions, windows, panes and output, and ends with the session", async () => {
  await using fixture = await tmuxFixture();
  const session = await fixture.manager.createSession(request);
  const { events, done, sees, output } = await collect(fixture);
  const [first, second] = [session.pane(0).id, session.pane(1).id];
  await fixture.manager.sendToPane("s", "w", 0, "printf '日本 \\\\134 %s\\n' 👑");
  await vi.waitFor(() => expect(output(first)).toContain("日本 \\134 👑\r\n"), WAIT);
  expect(events.find(({ type }) => type === "output")).toMatchObject({
    session: "s",
    window: "w",
    pane: first,
    agent: "a",
  });

  await fixture.tmux("new-session", "-d", "-s", "theirs");
  await sees({ type: "session-created", session: "theirs" });
  await fixture.tmux("rename-session", "-t", "=theirs", "renamed");
  await sees({ type: "session-renamed", session: "renamed", before: "theirs" });
  await fixture.tmux("kill-session", "-t", "=renamed");
  await sees({ type: "session-closed", session: "renamed" });

  await fixture.tmux("new-window", "-t", "=s:", "-n", "more", "echo made; exec sleep 1000");
  await sees({ type: "window-added", window: "more" });
  await sees({ type: "pane-added", window: "more" });
  const more = (await fixture.manager.getSession("s")).window("more").pane(0).id;
  await vi.waitFor(() => expect(output(more)).toContain("made"), WAIT);
  await fixture.tmux("rename-window", "-t", "=s:more", "less");
  await sees({ type: "window-renamed", window: "less", before: "more" });
  await fixture.tmux("kill-window", "-t", "=s:less");
  await sees({ type: "window-closed", window: "less" });
  await sees({ type: "pane-closed", pane: more });

  process.kill(session.pane(1).pid, "SIGKILL");
  // tmux 3.3a misses a program's exit while libutempter runs for another pane, and notices it at the next exit of any
  // program.
  await vi.waitFor(async () => {
    await fixture.tmux("run-shell", "true");
    expect(events).toContainEqual(expect.objectContaining({ type: "pane-exited", pane: second, agent: "b" }));
  }, WAIT);
  await fixture.manager.respawnAgent("s", "b");
  await sees({ type: "pane-restarted", pane: second });

  await fixture.manager.killSession("s");
  await done;
  expect(events.filter(({ type }) => type === "session-closed")).toHaveLength(2);
  expect(events.filter(({ type }) => type === "pane-closed")).toHaveLength(3);
  expect(events.findLast(({ type }) => type.startsWith("session"))).toEqual({ type: "session-closed", session: "s" });
});

live("leaves no client behind after return, and keeps the size of windows", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession(request);
  const clients = () => fixture.tmux("list-clients", "-F", "#{client_pid}");
  const events = fixture.manager.subscribe();
  const next = events.next();
  await vi.waitFor(async () => expect(await clients()).not.toBe(""), WAIT);
  await fixture.manager.sendToPane("s", "w", 0, "echo x");
  expect((await next).value).toMatchObject({ type: "output" });
  expect((await fixture.manager.getSession("s")).window("w").pane(0).columns).toBe(200);
  const waiting = fixture.manager.subscribe();
  const nothing = waiting.next();
  await events.return?.();
  await waiting.return?.();
  expect(await nothing).toEqual({ done: true, value: undefined });
  await vi.waitFor(async () => expect(await clients()).toBe(""), WAIT);
  const controller = new AbortController();
  const { done } = await collect(fixture, "s", controller.signal);
  controller.abort();
  await expect(done).rejects.toMatchObject({ code: "cancelled" });
  await vi.waitFor(async () => expect(await clients()).toBe(""), WAIT);
  const aborted = fixture.manager.subscribe({ signal: AbortSignal.abort() });
  await expect(aborted.next()).rejects.toMatchObject({ code: "cancelled" });
  await expect(fixture.manager.subscribe({ session: "none" }).next()).rejects.toMatchObject({
    code: "session-unknown",
  });
  expect(await fixture.manager.hasSession("s")).toBe(true);
});

live("a detached subscription ends without a session-closed event", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession(request);
  const { events, done } = await collect(fixture);
  await fixture.tmux("detach-client", "-s", "=s");
  await done;
  expect(events.filter(({ type }) => type === "session-closed")).toEqual([]);
});

live("an ended subscription removes its abort listener", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession(request);
  const { signal } = new AbortController();
  const { done } = await collect(fixture, "s", signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await fixture.manager.killSession("s");
  await done;
  await expect(fixture.manager.subscribe({ session: "s", signal }).next()).rejects.toThrow();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

/** Attaches and exits in order; the server exits during the next query. */
const ENDING = `for word; do
if [ "$word" = -C ]; then
echo '%session-changed $0 s'
: > "$0.left"
echo %exit
exit
fi
done
[ ! -e "$0.left" ] || { echo 'server exited unexpectedly' >&2; exit 1; }
exec tmux "$@"`;

live("a server that exits during the last query ends the subscription in order", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession(request);
  const program = join(fixture.army.folder, "ending-tmux");
  await writeFile(program, `#!/bin/sh\n${ENDING}\n`, { mode: 0o755 });
  const types: string[] = [];
  for await (const { type } of fixture.another({ program }).subscribe({ session: "s" })) types.push(type);
  expect(types).toContain("session-closed");
});

/** Announces a window at once, but lists it only at the second query. */
const SLOW = `: > "$0.listens"
echo '%session-changed $0 s'
read -r refresh; echo '%begin 1 1 1'; echo '%end 1 1 1'
echo '%window-add @1'
read -r first; read -r again
for number in 2 3; do
  echo "%begin 1 $number 1"; echo "$again" | tmux -u source-file -; echo "%end 1 $number 1"
done
read -r end`;

live("changes during a hang are emitted when the server continues", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession(request);
  const program = join(fixture.army.folder, "slow-tmux");
  const lines = `for word; do\nif [ "$word" = -C ]; then\n${SLOW}\nexit\nfi\ndone\nexec tmux "$@"`;
  await writeFile(program, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  const events = fixture.another({ program }).subscribe({ session: "s" });
  const next = events.next();
  await vi.waitUntil(() => existsSync(`${program}.listens`), WAIT);
  await fixture.tmux("new-window", "-t", "=s:", "-n", "meanwhile", "sleep", "1000");
  expect((await next).value).toMatchObject({ type: "window-added", window: "meanwhile" });
  await events.return?.();
  await vi.waitFor(() => expect(fixture.programs().join("\n")).not.toContain(program), WAIT);
});
