import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { verifying } from "#test/support/verifies.ts";
import { tmuxFixture } from "./tmux-fixture.ts";

const skip = without("tmux");
const verifies = verifying({ skip, timeout: 60_000 });
const live = test.skipIf(skip);
const WAIT = { timeout: 20_000, interval: 50 };

verifies("tmux:send", "every method takes a session's id as well as its name", async () => {
  await using fixture = await tmuxFixture();
  const { manager, army } = fixture;
  const made = await manager.createSession("by name");
  expect(made.id).toMatch(/^\$\d+$/);
  for (const session of [made.id, "by name"]) {
    const file = join(army.folder, encodeURIComponent(session));
    expect(await manager.hasSession(session)).toBe(true);
    expect((await manager.getSession(session)).pane(12).id).toBe(made.pane(12).id);
    await manager.sendToPane(session, "design", 1, `echo Hello > '${file}'`);
    await vi.waitFor(async () => expect(await readFile(file, "utf8")).toBe("Hello\n"), WAIT);
    expect(await manager.capturePane(session, "design", 1)).toContain("Hello");
    await manager.setLayout("even-vertical", { session, window: "design" });
    await manager.setLayout("tiled", { session, window: "design" });
    expect(await manager.respawnAgent(session, "12")).toMatchObject({ agent: "12", state: "running" });
    await fixture.tmux("split-window", "-t", "=by name:business");
    const free = (await manager.getSession(session)).window("business").panes.length - 1;
    const agent = { id: `new ${session}`, window: "business", command: ["cat", "-"] as [string, string] };
    expect(await manager.assignAgent(session, agent, free)).toMatchObject({ agent: agent.id, index: free });
    const events = manager.subscribe({ session });
    const next = events.next();
    await vi.waitFor(async () => expect(await fixture.tmux("list-clients")).not.toBe(""), WAIT);
    await manager.sendToPane(session, "design", 1, "echo more");
    expect((await next).value).toMatchObject({ session: "by name" });
    await events.return?.();
    expect((await manager.restoreSession(session)).id).toBe(made.id);
  }
  await fixture.tmux("rename-session", "-t", "=by name", "renamed");
  expect((await manager.getSession(made.id)).name).toBe("renamed");
  expect(await manager.killSession(made.id)).toBe(true);
  expect(await manager.killSession(made.id)).toBe(false);
  expect(await manager.hasSession(made.id)).toBe(false);
  expect(await manager.listSessions()).toEqual([]);
});

live("an id takes precedence over a name that looks like one, and such a name is refused", async () => {
  await using fixture = await tmuxFixture();
  const { manager } = fixture;
  await fixture.tmux("new-session", "-d", "-s", "$1", "sleep", "1000");
  await fixture.tmux("new-session", "-d", "-s", "theirs", "sleep", "1000");
  expect((await manager.getSession("$1")).name).toBe("theirs");
  await fixture.tmux("kill-session", "-t", "=theirs");
  expect((await manager.getSession("$1")).id).toBe("$0");
  for (const name of ["$1", "$42"])
    await expect(manager.createSession(name)).rejects.toMatchObject({
      code: "bad-argument",
      details: { argument: "session.name" },
    });
  expect((await manager.createSession("$1x")).name).toBe("$1x");
});

live("an id of an exited server never refers to a later server's session", async () => {
  await using fixture = await tmuxFixture();
  const agents = [{ id: "a", window: "w" }];
  const { id } = await fixture.manager.createSession({ name: "s", agents });
  await fixture.tmux("kill-server");
  await vi.waitFor(async () => expect(await fixture.manager.listSessions()).toEqual([]), WAIT);
  const later = await fixture.another().createSession({ name: "another", agents });
  expect(later.id).toBe(id);
  expect(await fixture.manager.hasSession(id)).toBe(false);
  expect(await fixture.manager.killSession(id)).toBe(false);
  await expect(fixture.manager.sendToPane(id, "w", 0, "touch wrong")).rejects.toMatchObject({
    code: "session-unknown",
  });
  await expect(fixture.manager.getSession(id)).rejects.toMatchObject({ code: "session-unknown" });
  // Once this manager has returned the later session, the id refers to it.
  await fixture.manager.listSessions();
  expect((await fixture.manager.getSession(id)).name).toBe("another");
});

verifies("tmux:config", "a manager's config with a name is a session request", async () => {
  await using fixture = await tmuxFixture();
  const { config, manager } = fixture;
  const first = await manager.createSession({ ...config, name: "first" });
  expect(first.windows.map(({ name, panes }) => [name, panes.length])).toEqual([
    ["meta", 1],
    ["design", 4],
    ["development", 4],
    ["business", 4],
  ]);
  expect(first.pane(0)).toMatchObject({ columns: 200, rows: 50 });
  const small = { ...config, name: "small", columns: 100, rows: 30, agents: [{ id: "a", window: "w" }] };
  expect((await manager.createSession(small)).pane(0)).toMatchObject({ columns: 100, rows: 30 });
  const narrow = await fixture.another({ columns: 90, rows: 31 }).createSession("narrow");
  expect(narrow.pane(0)).toMatchObject({ columns: 90, rows: 31 });
  expect(await manager.killSession("narrow")).toBe(true);
  // A manager keeps the server of its config.
  const elsewhere = { ...config, name: "here", socketName: "elsewhere", program: "no-such-tmux", folder: "/nowhere" };
  await manager.createSession(elsewhere);
  expect((await manager.listSessions()).map(({ name }) => name)).toEqual(["first", "here", "small"]);
  for (const wrong of [{ layot: "tiled" }, { agents: [{ id: "a", window: "w", cmd: ["x"] }] }])
    await expect(manager.createSession({ name: "s", ...wrong } as { name: string })).rejects.toMatchObject({
      message: expect.not.stringContaining("program"),
    });
  await expect(manager.createSession({ name: "s", columns: 5 })).rejects.toMatchObject({
    details: { argument: "session.columns" },
  });
});
