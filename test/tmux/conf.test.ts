import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { tmuxFixture } from "./tmux-fixture.ts";

const live = test.skipIf(without("tmux"));
const WAIT = { timeout: 20_000, interval: 50 };

/** Common and rare user settings. */
const exotic = `
set -g base-index 1
setw -g pane-base-index 1
set -g renumber-windows on
set -g default-command "echo not-ours; exec cat"
set -g default-shell /bin/false
setw -g automatic-rename on
setw -g allow-rename on
set -g set-titles on
setw -g synchronize-panes on
setw -g remain-on-exit off
set -g destroy-unattached on
set -g detach-on-destroy off
set -g default-size 20x6
set -g window-size smallest
setw -g aggressive-resize on
setw -g main-pane-width 10
setw -g mode-keys vi
set -g status off
set -g mouse on
set -g history-limit 10
set -g update-environment "HOME LANG NOTHING"
set -g word-separators "-_@"
set -s escape-time 500
set -s set-clipboard on
set-hook -g after-split-window "select-layout even-vertical"
set-hook -g after-new-window "run-shell true"
set-hook -g after-new-session "set-option -g @seen yes"
set-hook -g window-renamed "display-message renamed"
bind-key Enter display-message no
no-such-command at all
`;

live("a session is the same under an exotic tmux.conf", async () => {
  await using fixture = await tmuxFixture({}, exotic);
  await using plain = await tmuxFixture();
  const shape = (session: Awaited<ReturnType<typeof fixture.manager.createSession>>) =>
    session.windows.map(({ name, active, panes }) => [name, active, panes.map(({ id: _, pid: __, ...pane }) => pane)]);
  const session = await fixture.manager.createSession("s");
  expect(shape(session)).toEqual(shape(await plain.manager.createSession("s")));
  expect(session.window("design").pane(1).agent).toBe("11");
  await vi.waitFor(async () => {
    await fixture.manager.sendToPane("s", "design", 1, `printf '\\033kother\\033\\\\'; echo "$0 $TMUX_PANE" >> here`);
    expect(await readFile(join(fixture.army.project, "here"), "utf8")).not.toBe("");
  }, WAIT);
  const output = await readFile(join(fixture.army.project, "here"), "utf8");
  expect(new Set(output.trim().split("\n"))).toEqual(new Set([`/bin/sh ${session.window("design").pane(1).id}`]));
  expect((await fixture.manager.getSession("s")).windows.map(({ name }) => name)).toEqual([
    "meta",
    "design",
    "development",
    "business",
  ]);
  expect(await fixture.manager.capturePane("s", "design", 0)).not.toContain("here");
  await fixture.manager.setLayout("tiled", { window: "design" });
  await fixture.manager.respawnAgent("s", "12");
  expect(await fixture.manager.killSession("s")).toBe(true);
});

live("a config that runs a plugin manager first makes it slower only", async () => {
  await using fixture = await tmuxFixture({}, `run-shell "sleep 0.5"\nif-shell "sleep 0.2" "set -g @a b"`);
  expect((await fixture.manager.createSession("s")).panes).toHaveLength(13);
});

live("a server with exit-unattached keeps running", async () => {
  await using fixture = await tmuxFixture({}, "set -s exit-unattached on");
  await fixture.manager.createSession("s");
  expect(await fixture.another().hasSession("s")).toBe(true);
});

live("inside a pane of another server the manager uses its own", async () => {
  await using fixture = await tmuxFixture();
  await fixture.army.shell("tmux -L outer new-session -d -s outer");
  const { stdout } = await fixture.army.shell("tmux -L outer display-message -p '#{socket_path},#{pid},0'");
  const nested = fixture.another({ env: { ...fixture.army.env, TMUX: stdout.trim(), TMUX_PANE: "%0" } });
  await nested.createSession("inner");
  expect((await nested.listSessions()).map(({ name }) => name)).toEqual(["inner"]);
  expect(await fixture.manager.hasSession("inner")).toBe(true);
});

live("a server started inside a session does not end with that session", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession({ name: "outer", agents: [{ id: "a", window: "w" }] });
  const mark = (await fixture.tmux("show-environment", "-t", "=outer:", "OVLD_TMUX_MARK")).trim().split("=")[1];
  const inside = fixture.another({ socketName: "inner", env: { ...fixture.army.env, OVLD_TMUX_MARK: mark } });
  await inside.createSession({ name: "inner", agents: [{ id: "a", window: "w" }] });
  await fixture.manager.killSession("outer");
  expect((await inside.getSession("inner")).pane(0).state).toBe("running");
});

live("a manager has its own server by socket name or path", async () => {
  await using fixture = await tmuxFixture();
  const path = join(fixture.army.folder, "a socket");
  const managers = [fixture.manager, fixture.another({ socketName: "own" }), fixture.another({ socketPath: path })];
  for (const manager of managers) await manager.createSession({ name: "s", agents: [{ id: "a", window: "w" }] });
  expect((await fixture.army.shell(`tmux -S '${path}' list-sessions -F '#{session_name}'`)).stdout).toBe("s\n");
  await managers[1]?.killSession("s");
  expect(await Promise.all(managers.map((manager) => manager.hasSession("s")))).toEqual([true, false, true]);
});

live("a pane leaves copy mode and other modes before text is sent", async () => {
  await using fixture = await tmuxFixture();
  const session = await fixture.manager.createSession({ name: "s", agents: [{ id: "a", window: "w" }] });
  const id = session.pane(0).id;
  for (const [index, mode] of ["copy-mode", "clock-mode", "choose-tree"].entries()) {
    await fixture.tmux(mode, "-t", id);
    await fixture.manager.sendToPane("s", "w", 0, `echo ${mode} >> modes`);
    await vi.waitFor(
      async () =>
        expect((await readFile(join(fixture.army.project, "modes"), "utf8")).trim().split("\n")).toHaveLength(
          index + 1,
        ),
      WAIT,
    );
  }
});

live("panes that a person adds, moves or closes keep the other panes' agents", async () => {
  await using fixture = await tmuxFixture();
  const session = await fixture.manager.createSession("s");
  const design = session.window("design");
  await fixture.tmux("split-window", "-d", "-t", design.pane(0).id);
  await fixture.tmux("swap-pane", "-d", "-s", design.pane(1).id, "-t", design.pane(3).id);
  await fixture.tmux("kill-pane", "-t", design.pane(0).id);
  await fixture.tmux("rename-window", "-t", design.id, "drawing");
  const now = (await fixture.another().getSession("s")).window("drawing");
  expect(now.panes.map(({ id, index, agent }) => [id, index, agent])).toEqual([
    ...[1, 2, 3].map((index) => [design.pane(index).id, index, `1${index}`]),
    [expect.any(String), 4, undefined],
  ]);
  expect(now.pane(1).id).toBe(design.pane(1).id);
  await fixture.tmux("set-option", "-t", "=s:", "base-index", "7");
  await fixture.tmux("move-window", "-r", "-t", "=s:");
  await fixture.manager.sendToPane("s", "drawing", 3, "echo $TMUX_PANE > here");
  await vi.waitFor(
    async () => expect((await readFile(join(fixture.army.project, "here"), "utf8")).trim()).toBe(design.pane(3).id),
    WAIT,
  );
});
