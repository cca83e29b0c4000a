import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { installScriptedAgent, notesOf } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";
import { ConfigLoader, TmuxManager } from "#tmux.ts";
import { serving } from "./serving.ts";

const verifies = verifying({ skip: without("tmux"), timeout: 300_000 });
const WAIT = { timeout: 60_000, interval: 100 };

function managerFor({ env, project }: TemporaryArmy): TmuxManager {
  return new TmuxManager(ConfigLoader.load({ env, directory: project }).tmux);
}

verifies("tmux:related:api", "the API and TmuxManager see, drive and end the same sessions", async () => {
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  await using server = await serving(army);
  const { client } = server;
  const manager = managerFor(army);
  await manager.createSession({ name: "ovld-project", agents: [{ id: "a", window: "w", command: ["cat", "-"] }] });

  const order = { directory: army.project, multiplexer: "tmux", rituals: false } as const;
  const { name, state } = await client.call("createSession", { body: order });
  // The name that ovld would derive from the directory is taken by the manager's session.
  expect([name, state]).toEqual(["ovld-project-2", "running"]);
  const path = { session: name };
  expect(await manager.hasSession(name)).toBe(true);
  expect((await manager.listSessions()).map((each) => [each.name, each.managed])).toEqual([
    ["ovld-project", true],
    ["ovld-project-2", true],
  ]);

  const session = await manager.getSession(name);
  const { agents } = await client.call("listAgents", { path });
  const ids = session.panes.map(({ id }) => id);
  for (const { pane } of agents) expect(ids).toContain(pane);
  const pane = session.panes.find(({ id }) => id === agents.find(({ role }) => role === "storm")?.pane);
  if (!pane) throw new Error("storm has no pane");
  const screen = { path: { ...path, role: "storm" }, query: { format: "text" } } as const;
  await vi.waitFor(async () => {
    const shown = await manager.capturePane(session.id, pane.window, pane.index);
    expect(shown).toContain("ready");
    expect(await client.call("getScreen", screen)).toMatchObject({ text: shown });
  }, WAIT);
  await manager.sendToPane(session.id, pane.window, pane.index, "from the manager");
  await vi.waitFor(async () => expect((await notesOf(army, "storm")).typed).toContain("from the manager"), WAIT);
  const { message } = await client.call("sendMessage", { path: screen.path, body: { body: "from the API" } });
  expect(message).toMatchObject({ to: "storm", from: "user" });

  expect(await manager.killSession(session.id)).toBe(true);
  expect(await client.call("getSession", { path })).toMatchObject({ state: "orphan" });
  expect((await client.call("listSessions", {})).sessions).toMatchObject([{ name, state: "orphan" }]);
  await client.call("deleteSession", { path });

  const again = await client.call("createSession", { body: order });
  expect(await manager.hasSession(again.name)).toBe(true);
  await client.call("deleteSession", { path: { session: again.name } });
  expect((await manager.listSessions()).map((each) => each.name)).toEqual(["ovld-project"]);
  expect(await manager.killSession("ovld-project")).toBe(true);
});

/** Logs the arguments and the stdin of tmux, and runs it. */
const NOTING = `#!/bin/sh
PATH=$NOTED_PATH
case "$*" in
*"source-file -") cat > "$0.$$"; cat "$0.$$" >> "$0.log"; tmux "$@" < "$0.$$"; status=$?; rm "$0.$$"; exit $status ;;
*) printf '%s\\n' "$*" >> "$0.log"; exec tmux "$@" ;;
esac
`;

verifies("tmux:related:api", "the API and TmuxManager run the same tmux commands for a session", async () => {
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  const program = join(army.folder, "bin", "tmux");
  army.env.NOTED_PATH = army.env.PATH?.split(":").slice(1).join(":") ?? "";
  await writeFile(program, NOTING, { mode: 0o755 });
  /** The commands that tmux gets during the work, without the parts that differ between sessions. */
  const commandsOf = async (work: () => Promise<unknown>) => {
    await writeFile(`${program}.log`, "");
    await work();
    // A line break is an escape sequence in a command file, and a plain line break in an argument.
    const log = (await readFile(`${program}.log`, "utf8")).replaceAll("[\n\t]", "[\\n\t]");
    const lines = log.split("\n").map((line) => line.replaceAll(/(?<=[ ,])\d{2,}\b|\$\d+/g, "N").replaceAll('"', ""));
    const find = (what: RegExp) => [...new Set(lines.flatMap((line) => what.exec(line)?.[0] ?? []))];
    return {
      made: find(/@ovld-session .{36}/).map((mark) => mark.slice(0, -36)),
      variables: find(/ OVLD_TMUX_MARK /),
      panes: find(/(?<=list-panes -s .*)-F .*$/),
      sessions: find(/list-sessions -F #\{pid\}.*$/),
      ended: find(/if-shell .*kill-session.*$/),
    };
  };
  const manager = managerFor(army);
  const byManager = await commandsOf(async () => {
    await manager.createSession({ name: "s", environment: { A: "b" } });
    await manager.hasSession("s");
    await manager.killSession("s");
  });
  for (const lines of Object.values(byManager)) expect(lines).toHaveLength(1);

  await using server = await serving(army);
  const { client } = server;
  const byApi = await commandsOf(async () => {
    const order = { directory: army.project, multiplexer: "tmux", rituals: false } as const;
    const path = { session: (await client.call("createSession", { body: order })).name };
    await client.call("getSession", { path });
    await client.call("deleteSession", { path });
  });
  expect(byApi).toEqual(byManager);
});
