import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunningProcess } from "#base/process-table.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { armyOfProcess } from "./army-of-process.ts";
import { paneOf, paneProcesses, panePrograms, sessionProcesses } from "./pane-processes.ts";

const tmuxArmy: SessionEntry = {
  ...{ name: "ovld-a", directory: "/a", started: "2026-01-02T03:04:05Z", multiplexer: "tmux" },
  ...{ formation: "overlord", roster: ["storm"], panes: {}, socketEnv: { HOME: "/home/me", TMUX_TMPDIR: "/run/me" } },
};
const zellijArmy: SessionEntry = { ...tmuxArmy, multiplexer: "zellij", socketEnv: { HOME: "/home/me" } };

function running(pid: number, argv: string, environment: RunningProcess["environment"] = {}, parent = 1) {
  return { pid, parent, started: "1", argv: argv.split(" "), environment };
}

const inTmux = { OVLD_TMUX_SESSION: "ovld-a", TMUX_PANE: "%1", HOME: "/home/me", TMUX_TMPDIR: "/run/me" };
const inZellij = { ZELLIJ_SESSION_NAME: "ovld-a", ZELLIJ_PANE_ID: "3", HOME: "/home/me" };

test.each([
  ["tmux", tmuxArmy, inTmux],
  ["zellij", zellijArmy, inZellij],
])("%s: a process with the session's name, its sockets and a pane id belongs to a pane", (_, army, environment) => {
  const isOfPane = paneProcesses(army, { HOME: "/home/other" });
  expect(isOfPane(running(2, "claude", environment))).toBe(true);
  expect(isOfPane(running(2, "claude", { ...environment, HOME: "/home/other" }))).toBe(false);
  expect(isOfPane(running(2, "claude", { HOME: "/home/me" }))).toBe(false);
});

test("a session of the same name on another socket belongs to another army", () => {
  const isOfSession = sessionProcesses(tmuxArmy, {});
  expect(isOfSession(running(2, "claude", inTmux))).toBe(true);
  expect(isOfSession(running(2, "claude", { ...inTmux, TMUX_TMPDIR: "/run/other" }))).toBe(false);
});

test("zellij's server has the session's name and no pane id", () => {
  const { ZELLIJ_PANE_ID: _, ...environment } = inZellij;
  const server = running(2, "zellij --server /run/ovld-a", environment);
  expect(sessionProcesses(zellijArmy, {})(server)).toBe(true);
  expect(paneProcesses(zellijArmy, {})(server)).toBe(false);
});

test("the pane id is that of the innermost multiplexer, such as tmux inside zellij", () => {
  expect(paneOf(running(2, "claude", inTmux))).toBe("%1");
  expect(paneOf(running(2, "claude", inZellij))).toBe("terminal_3");
  expect(paneOf(running(2, "claude", { ...inZellij, ...inTmux }))).toBe("%1");
  expect(paneOf(running(2, "claude", { TMUX_PANE: "%1" }))).toBeUndefined();
});

test("the pane programs are the children of the server; a daemon is none", () => {
  const server = running(10, "/usr/bin/tmux new-session");
  const agent = running(11, "claude", inTmux, 10);
  const child = running(12, "rg", inTmux, 11);
  const daemon = running(13, "ssh-agent", inTmux, 1);
  const table = [server, agent, child, daemon];
  expect(panePrograms(table, tmuxArmy, paneProcesses(tmuxArmy, {}))).toEqual([{ program: agent, server }]);
});

test("a tmux server started from a pane is a program of that pane, not the session's server", () => {
  const server = running(10, "tmux new-session");
  const nested = running(11, "tmux -L mine", inTmux, 10);
  const shell = running(12, "bash", inTmux, 11);
  const found = panePrograms([server, nested, shell], tmuxArmy, paneProcesses(tmuxArmy, {}));
  expect(found.map(({ program }) => program)).toEqual([nested]);
});

test("the mail folder in the environment determines a process's army", async () => {
  await using temporary = await temporaryFolder();
  const paths = resolvePaths({ OVLD_HOME: temporary.path });
  const armyOf = armyOfProcess(paths);
  const { relay } = sessionPaths(paths, "ovld-a");
  expect(armyOf(running(2, "node relay.js", { OVLD_RELAY_DIR: relay }))).toBe("ovld-a");
  expect(armyOf(running(2, "node relay.js", { OVLD_RELAY_DIR: "/elsewhere/sessions/ovld-a/relay" }))).toBeUndefined();
  expect(armyOf(running(2, "node relay.js"))).toBeUndefined();
});

test("a home path with a symlink is the same home", async () => {
  await using temporary = await temporaryFolder();
  const home = join(temporary.path, "home");
  await mkdir(join(home, "sessions"), { recursive: true });
  await symlink(home, join(temporary.path, "link"));
  const armyOf = armyOfProcess(resolvePaths({ OVLD_HOME: join(temporary.path, "link") }));
  expect(armyOf(running(2, "node", { OVLD_RELAY_DIR: join(home, "sessions/ovld-a/relay") }))).toBe("ovld-a");
});

test("an army's path in the arguments counts only in that army's panes, because a person may read such a file", () => {
  const paths = resolvePaths({ OVLD_HOME: "/home/me/ovld" });
  const words = `less ${sessionPaths(paths, "ovld-a").folder}/watch.log`;
  const armyOf = armyOfProcess(paths);
  expect(armyOf(running(2, words, { HOME: "/home/me" }))).toBeUndefined();
  expect(armyOf(running(2, words, { OVLD_TMUX_SESSION: "ovld-b" }))).toBeUndefined();
  expect(armyOf(running(2, words, { OVLD_TMUX_SESSION: "ovld-a" }))).toBe("ovld-a");
  expect(armyOf(running(2, words, { ZELLIJ_SESSION_NAME: "ovld-a" }))).toBe("ovld-a");
});
