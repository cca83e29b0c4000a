import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { verifying } from "#test/support/verifies.ts";
import { ConfigLoader, OvldError, TmuxManager, TmuxSessionError } from "#tmux.ts";
import { tmuxFixture } from "./tmux-fixture.ts";

const skip = without("tmux");
const verifies = verifying({ skip, timeout: 60_000 });
const live = test.skipIf(skip);
const WAIT = { timeout: 20_000, interval: 50 };

verifies("tmux:create", "a bare name gives the four windows of mas with their thirteen panes", async () => {
  await using fixture = await tmuxFixture();
  const session = await fixture.manager.createSession("mas-project-123");
  expect(session.windows.map(({ name, panes }) => [name, panes.map(({ index, agent }) => [index, agent])])).toEqual([
    ["meta", [[0, "00"]]],
    ["design", ["10", "11", "12", "13"].map((id, index) => [index, id])],
    ["development", ["20", "21", "22", "23"].map((id, index) => [index, id])],
    ["business", ["30", "31", "32", "33"].map((id, index) => [index, id])],
  ]);
  expect(
    (await fixture.tmux("list-windows", "-t", "=mas-project-123", "-F", "#{window_name} #{window_panes}")).trim(),
  ).toBe("meta 1\ndesign 4\ndevelopment 4\nbusiness 4");
  const ids = await fixture.tmux("list-panes", "-s", "-t", "=mas-project-123", "-F", "#{pane_id}");
  expect(session.panes.map(({ id }) => id).join("\n")).toBe(ids.trim());
  expect(session.panes.every(({ state }) => state === "running")).toBe(true);
  expect(session.windows.find(({ active }) => active)?.name).toBe("meta");
  expect(fixture.programs()).toHaveLength(13);
});

verifies("tmux:has", "true for any session of the server, by exact name only", async () => {
  await using fixture = await tmuxFixture();
  expect(await fixture.manager.hasSession("mas-existing")).toBe(false);
  await fixture.tmux("new-session", "-d", "-s", "mas-existing");
  expect(await fixture.manager.hasSession("mas-existing")).toBe(true);
  for (const other of ["mas-exist", "mas-existin", "mas-existing2", "mas-*", "=mas-existing", "$1", "", "MAS-existing"])
    expect(await fixture.manager.hasSession(other), other).toBe(false);
  await fixture.tmux("new-session", "-d", "-s", "$HOME");
  const [, odd] = await fixture.manager.listSessions();
  expect(await fixture.manager.hasSession(odd?.name ?? "")).toBe(true);
});

verifies("tmux:send", "a line runs in its pane, and in no other", async () => {
  await using fixture = await tmuxFixture();
  const { name } = await fixture.manager.createSession("s");
  await fixture.manager.sendToPane(name, "design", 1, "echo Hello; echo $TMUX_PANE > here");
  const file = join(fixture.army.project, "here");
  await vi.waitFor(async () => expect(await readFile(file, "utf8")).not.toBe(""), WAIT);
  const design = (await fixture.manager.getSession(name)).window("design");
  expect((await readFile(file, "utf8")).trim()).toBe(design.pane(1).id);
  await vi.waitFor(async () => expect(await fixture.manager.capturePane(name, "design", 1)).toMatch(/^Hello$/m), WAIT);
  const { panes } = await fixture.manager.getSession(name);
  for (const { window, index, id } of panes)
    if (id !== design.pane(1).id) expect(await fixture.manager.capturePane(name, window, index)).not.toContain("Hello");
});

verifies("tmux:layout", "tiled makes four panes equal, through the manager and through the window", async () => {
  await using fixture = await tmuxFixture();
  const session = await fixture.manager.createSession("s");
  await fixture.tmux("select-window", "-t", "=s:design");
  await fixture.manager.setLayout("main-vertical");
  const sizes = async (window: string) =>
    (await fixture.manager.getSession("s")).window(window).panes.map(({ columns, rows }) => ({ columns, rows }));
  const spread = (numbers: number[]) => Math.max(...numbers) - Math.min(...numbers);
  expect(spread((await sizes("design")).map(({ rows }) => rows))).toBeGreaterThan(1);
  await fixture.manager.setLayout("tiled");
  for (const side of ["columns", "rows"] as const)
    expect(spread((await sizes("design")).map((size) => size[side]))).toBeLessThanOrEqual(1);
  await fixture.manager.setLayout("even-horizontal", { session: "s", window: "business" });
  expect(spread((await sizes("business")).map(({ columns }) => columns))).toBeLessThanOrEqual(1);
  expect(new Set((await sizes("business")).map(({ rows }) => rows))).toEqual(new Set([50]));
  await session.window("business").setLayout("tiled");
  for (const side of ["columns", "rows"] as const)
    expect(spread((await sizes("business")).map((size) => size[side]))).toBeLessThanOrEqual(1);
  for (const { columns, rows } of await sizes("business")) expect([columns <= 100, rows <= 25]).toEqual([true, true]);
});

live("an unknown layout never reaches tmux, whose server would crash", async () => {
  await using fixture = await tmuxFixture();
  const session = await fixture.manager.createSession("s");
  for (const layout of ["spiral", "", "tiled ", 3]) {
    await expect(fixture.manager.setLayout(layout as "tiled")).rejects.toMatchObject({ code: "bad-argument" });
    await expect(session.window("design").setLayout(layout as "tiled")).rejects.toMatchObject({ code: "bad-argument" });
    await expect(fixture.manager.createSession({ name: "t", layout: layout as "tiled" })).rejects.toMatchObject({
      code: "bad-argument",
      details: { argument: "session.layout", expected: { type: "one-of" } },
    });
  }
  expect((await fixture.manager.listSessions()).map(({ name }) => name)).toEqual(["s"]);
});

verifies("tmux:config", "sessions match their config, and a config is checked", async () => {
  await using fixture = await tmuxFixture();
  const session = await fixture.manager.createSession({
    name: "own",
    agents: [
      { id: "a", window: "w", environment: { OWN: "mine" } },
      { id: "b", window: "w", command: ["sleep", "1000"], directory: fixture.army.home },
      { id: "c", window: "x" },
    ],
    // `tiled` puts two panes one above the other.
    layout: "even-horizontal",
    shell: "/bin/bash",
    environment: { COMMON: "ours" },
  });
  expect(session.windows.map(({ name, panes }) => [name, panes.map(({ agent }) => agent)])).toEqual([
    ["w", ["a", "b"]],
    ["x", ["c"]],
  ]);
  expect(new Set(session.window("w").panes.map(({ rows }) => rows))).toEqual(new Set([50]));
  await vi.waitFor(() => expect(fixture.programs()).toContain("sleep 1000"), WAIT);
  await fixture.manager.sendToPane("own", "w", 0, `echo "$OWN $COMMON $BASH" > ${fixture.army.folder}/a`);
  await fixture.manager.sendToPane("own", "x", 0, `echo "$OWN $COMMON $BASH" > ${fixture.army.folder}/c`);
  await vi.waitFor(async () => {
    expect(await readFile(join(fixture.army.folder, "a"), "utf8")).toBe("mine ours /bin/bash\n");
    expect(await readFile(join(fixture.army.folder, "c"), "utf8")).toBe(" ours /bin/bash\n");
  }, WAIT);
  expect(
    (await fixture.tmux("display-message", "-p", "-t", session.window("w").pane(1).id, "#{pane_current_path}")).trim(),
  ).toBe(fixture.army.home);
  expect((await fixture.tmux("show-environment", "-t", "=own", "COMMON")).trim()).toBe("COMMON=ours");
});

verifies("tmux:config", "ConfigLoader.load() reads files and variables", async () => {
  await using fixture = await tmuxFixture();
  const { army } = fixture;
  const load = () => ConfigLoader.load({ env: { ...army.env, ...variables }, directory: army.project }).tmux;
  let variables = {};
  expect(load()).toMatchObject({
    program: "tmux",
    layout: "tiled",
    shell: "/bin/sh",
    columns: 200,
    rows: 50,
    environment: {},
  });
  expect(load().agents).toHaveLength(13);
  expect(load().agents[1]).toEqual({ id: "10", window: "design", model: "opus" });
  variables = { SHELL: "/bin/dash" };
  expect(load().shell).toBe("/bin/dash");
  variables = {};
  await army.ovld(["init"]);
  await writeFile(
    army.paths.config,
    [
      `[programs]\ntmux = "/opt/tmux"\n[tmux]\nlayout = "main-vertical"\nshell = "/bin/bash"\ncolumns = 120`,
      `socket_name = "mine"\nsocket_path = "~/socket"\nanswer_within = 1234\nformation = "overlord"\nenvironment = { A = "1" }\n`,
    ].join("\n"),
  );
  expect(load()).toMatchObject({
    ...{ program: "/opt/tmux", layout: "main-vertical", shell: "/bin/bash", columns: 120, environment: { A: "1" } },
    ...{ socketName: "mine", socketPath: join(army.home, "socket"), timeLimit: 1234 },
    ...{ folder: army.paths.tmux, directory: army.project },
  });
  expect(load().agents.map(({ id }) => id)).toEqual([
    "overlord",
    "strategist",
    "inferno",
    "glacier",
    "shadow",
    "storm",
  ]);
  await writeFile(join(army.project, ".ovld.toml"), `[tmux]\nlayout = "tiled"\nshell = "/tmp/evil"\n`);
  expect(load()).toMatchObject({ layout: "tiled", shell: "/bin/bash" });
  variables = { OVLD_TMUX_ENVIRONMENT: "B=x=y:C=", OVLD_TMUX_ROWS: "70", SHELL: "/bin/dash", OVLD_TMUX_SHELL: "" };
  expect(load()).toMatchObject({ environment: { B: "x=y", C: "" }, rows: 70 });
  variables = { OVLD_TMUX_LAYOUT: "spiral" };
  expect(load).toThrow(/OVLD_TMUX_LAYOUT must be one of/);
  const process = ConfigLoader.load();
  expect(process.tmux.directory).toBe(globalThis.process.cwd());
});

verifies("tmux:config", "program, server, registry, directory and time limit are the config's", async () => {
  await using fixture = await tmuxFixture({ socketName: "own", timeLimit: 300 });
  const { army } = fixture;
  const at = (name: string) => join(army.folder, name);
  const [program, calls, folder] = [at("my-tmux"), at("calls"), at("registry")];
  await writeFile(program, `#!/bin/sh\necho call >> '${calls}'\nexec tmux "$@"\n`, { mode: 0o755 });
  const manager = fixture.another({ program, folder, directory: army.home });
  const { panes } = await manager.createSession({ name: "s", agents: [{ id: "a", window: "w" }] });
  expect(await readFile(calls, "utf8")).toBe("call\n");
  expect(await fixture.tmux("list-sessions", "-F", "#{session_name}")).toBe("s\n");
  const path = () => fixture.tmux("display-message", "-p", "-t", panes[0]?.id ?? "", "#{pane_current_path}");
  await vi.waitFor(async () => expect(await path()).toBe(`${army.home}\n`), WAIT);
  expect((await readdir(folder)).filter((name) => name.endsWith(".session.json"))).toHaveLength(1);
  process.kill(await fixture.serverPid(), "SIGSTOP");
  const start = performance.now();
  expect(await manager.cleanupDeadSessions()).toMatchObject([{ session: "s", reason: "no-answer" }]);
  expect(performance.now() - start).toBeLessThan(5000);
});

describe("an invalid config is refused before anything is made", () => {
  const bad: [string, object][] = [
    ["session.name", { name: "" }],
    ["session.name", { name: "a\0b" }],
    ["session.name", { name: "half \ud800" }],
    ["session.agents", { agents: [] }],
    [
      "session.agents[1].id",
      {
        agents: [
          { id: "a", window: "w" },
          { id: "a", window: "x" },
        ],
      },
    ],
    ["session.agents[0].window", { agents: [{ id: "a" }] }],
    ["session.agents[0].command[0]", { agents: [{ id: "a", window: "w", command: [] }] }],
    ["session.agents[0].command", { agents: [{ id: "a", window: "w", command: "ls" }] }],
    ["a key of session", { layot: "tiled" }],
    ["a key of session.agents[0]", { agents: [{ id: "a", window: "w", cmd: ["x"] }] }],
    ["session.shell", { shell: "" }],
    ["a name in session.environment", { environment: { "A=B": "1" } }],
    ["session.environment.A", { environment: { A: "a\0" } }],
  ];
  test.skipIf(skip).each(bad)("%s %j", async (argument, request) => {
    await using fixture = await tmuxFixture();
    const making = fixture.manager.createSession({ name: "s", ...request });
    await expect(making).rejects.toMatchObject({ code: "bad-argument", kind: "usage", details: { argument } });
    await expect(making).rejects.toBeInstanceOf(OvldError);
    expect(fixture.programs()).toEqual([]);
  });

  verifies("tmux:config", "a manager's own config is validated", async () => {
    await using fixture = await tmuxFixture();
    expect(() => new TmuxManager({ ...fixture.config, rows: 1.5 })).toThrow(/config.rows must be a whole number/);
    expect(() => new TmuxManager({ ...fixture.config, program: "" })).toThrow(/config.program must be not empty/);
    expect(() => new TmuxManager({} as typeof fixture.config)).toThrow(/must be given, but is nothing/);
  });
});

live("a taken name is refused, and its session is untouched", async () => {
  await using fixture = await tmuxFixture();
  await fixture.tmux("new-session", "-d", "-s", "theirs");
  const { panes } = await fixture.manager.createSession("mine");
  for (const name of ["mine", "theirs"]) {
    const making = fixture.manager.createSession(name);
    await expect(making).rejects.toMatchObject({ code: "session-taken" });
    await expect(making).rejects.not.toBeInstanceOf(TmuxSessionError);
  }
  const sessions = await fixture.manager.listSessions();
  expect(sessions.map(({ name, managed }) => [name, managed])).toEqual([
    ["mine", true],
    ["theirs", false],
  ]);
  expect(sessions[0]?.panes.map(({ id, pid }) => [id, pid])).toEqual(panes.map(({ id, pid }) => [id, pid]));
});

live("ends a session with all programs, and a call right after works", async () => {
  await using fixture = await tmuxFixture();
  for (let round = 0; round < 5; round++) {
    await fixture.manager.createSession("s");
    expect(await fixture.manager.killSession("s")).toBe(true);
    expect(fixture.programs()).toEqual([]);
    expect(await fixture.manager.killSession("s")).toBe(false);
    expect(await fixture.manager.listSessions()).toEqual([]);
  }
});

live("ends programs that ignore SIGHUP and SIGTERM", async () => {
  await using fixture = await tmuxFixture();
  const stubborn = "trap '' HUP TERM; (trap '' HUP TERM; setsid sleep 1000) & while :; do sleep 1; done";
  await fixture.manager.createSession({
    name: "s",
    agents: [{ id: "a", window: "w", command: ["sh", "-c", stubborn] }],
  });
  await vi.waitFor(() => expect(fixture.programs().length).toBeGreaterThanOrEqual(3), WAIT);
  await fixture.manager.killSession("s");
  expect(fixture.programs()).toEqual([]);
});

live("missing sessions, windows and panes are errors", async () => {
  await using fixture = await tmuxFixture();
  const { manager } = fixture;
  await expect(manager.getSession("s")).rejects.toMatchObject({ code: "session-unknown" });
  await expect(manager.setLayout("tiled")).rejects.toMatchObject({ code: "bad-argument" });
  const session = await manager.createSession("s");
  await expect(manager.sendToPane("t", "design", 0, "x")).rejects.toMatchObject({
    code: "session-unknown",
    details: { known: ["s"] },
  });
  await expect(manager.sendToPane("s", "desig", 0, "x")).rejects.toMatchObject({ code: "window-unknown" });
  await expect(manager.sendToPane("s", "design", 4, "x")).rejects.toMatchObject({ code: "pane-gone" });
  await expect(manager.capturePane("s", "design", -1)).rejects.toMatchObject({ code: "pane-gone" });
  await expect(manager.setLayout("tiled", { window: "nope" })).rejects.toMatchObject({ code: "window-unknown" });
  await expect(manager.respawnAgent("s", "99")).rejects.toMatchObject({ code: "agent-unknown" });
  expect(() => session.window("nope")).toThrow(/no window "nope"; available: meta, design/);
  expect(() => session.pane(13)).toThrow(/no pane 13/);
  expect(session.pane(12).agent).toBe("33");
  await fixture.tmux("kill-pane", "-t", session.window("design").pane(3).id);
  await expect(manager.sendToPane("s", "design", 3, "x")).rejects.toMatchObject({ code: "pane-gone" });
  await expect(fixture.another({ program: "no-such-tmux" }).listSessions()).rejects.toMatchObject({
    code: "program-missing",
  });
});

live("a pane of a later server with the same id is not mistaken for an earlier one", async () => {
  await using fixture = await tmuxFixture();
  await fixture.manager.createSession({ name: "s", agents: [{ id: "a", window: "w" }] });
  await fixture.tmux("kill-server");
  await vi.waitFor(async () => expect(await fixture.manager.listSessions()).toEqual([]), WAIT);
  const other = fixture.another();
  await other.createSession({ name: "s", agents: [{ id: "b", window: "other" }] });
  const stale = fixture.another();
  await stale.getSession("s");
  await expect(fixture.manager.sendToPane("s", "w", 0, "touch wrong")).rejects.toMatchObject({
    code: "window-unknown",
  });
  expect(await other.capturePane("s", "other", 0)).not.toContain("wrong");
});

verifies("tmux:related:lifecycle", "every agent has its pane, and is restarted in it", async () => {
  await using fixture = await tmuxFixture();
  const { manager, army } = fixture;
  const count = ["sh", "-c", 'echo "$WHO $PWD" >> "$0"; exec sleep 1000', join(army.folder, "starts")] as const;
  const session = await manager.createSession({
    name: "s",
    agents: [
      { id: "a", window: "w", command: [...count], environment: { WHO: "a's own" }, directory: army.home },
      { id: "b", window: "w" },
    ],
  });
  const before = session.window("w").pane(0);
  const starts = () => readFile(join(army.folder, "starts"), "utf8");
  await vi.waitFor(async () => expect(await starts()).toBe(`a's own ${army.home}\n`), WAIT);
  const after = await manager.respawnAgent("s", "a");
  expect({ ...after, pid: 0 }).toEqual({ ...before, pid: 0 });
  expect(after.pid).not.toBe(before.pid);
  await vi.waitFor(async () => expect(await starts()).toBe(`a's own ${army.home}\n`.repeat(2)), WAIT);
  // An ended agent keeps its pane, and is restarted in it too.
  process.kill(after.pid, "SIGKILL");
  await vi.waitFor(async () => expect((await manager.getSession("s")).pane(0).state).toBe("exited"), WAIT);
  await expect(manager.sendToPane("s", "w", 0, "x")).rejects.toMatchObject({ code: "pane-exited" });
  await expect(manager.sendToPane("s", "w", 0, "x", { enter: false })).rejects.toMatchObject({ code: "pane-exited" });
  expect(await fixture.tmux("list-buffers")).toBe("");
  expect(await fixture.another().respawnAgent("s", "a")).toMatchObject({ id: before.id, state: "running" });
  await vi.waitFor(async () => expect(await starts()).toBe(`a's own ${army.home}\n`.repeat(3)), WAIT);

  await fixture.tmux("split-window", "-t", "=s:w");
  const given = await manager.assignAgent("s", { id: "c", window: "w", command: ["sleep", "2000"] }, 2);
  expect(given).toMatchObject({ index: 2, agent: "c", state: "running" });
  await vi.waitFor(() => expect(fixture.programs()).toContain("sleep 2000"), WAIT);
  await expect(manager.assignAgent("s", { id: "d", window: "w" }, 2)).rejects.toMatchObject({
    code: "pane-occupied",
    message: `pane ${given.id} of session "s" is the pane of agent "c"`,
  });
  await fixture.tmux("split-window", "-t", "=s:w");
  for (const pane of [2, 3])
    await expect(manager.assignAgent("s", { id: "a", window: "w" }, pane)).rejects.toMatchObject({
      code: "agent-has-pane",
      message: `agent "a" of session "s" already has pane ${before.id}`,
      hint: expect.stringContaining("`respawnAgent`"),
    });
  expect((await manager.respawnAgent("s", "c")).pid).not.toBe(given.pid);
});

verifies("tmux:related:state", "another process knows a session, and restores it after its server's exit", async () => {
  await using fixture = await tmuxFixture();
  const agents = [
    { id: "a", window: "w", command: ["sleep", "1000"] as [string, string] },
    { id: "b", window: "x", environment: { B: "1" } },
    { id: "c", window: "x", directory: fixture.army.home },
  ];
  const made = await fixture.manager.createSession({
    ...{ name: "s", agents, layout: "even-horizontal", shell: "/bin/bash", environment: { ALL: "2" } },
    ...{ columns: 90, rows: 33 },
  });
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
  expect(plain(await fixture.another().getSession("s"))).toEqual(plain(made));
  expect(plain(await fixture.another().restoreSession("s"))).toEqual(plain(made));
  process.kill(await fixture.serverPid(), "SIGKILL");
  await vi.waitFor(() => expect(fixture.tmux("list-sessions")).rejects.toThrow(), { timeout: 20_000 });
  const restored = await fixture.another().restoreSession("s");
  const lasting = ({ panes }: typeof made) =>
    panes.map(({ agent, window, index, columns, rows, state }) => ({ agent, window, index, columns, rows, state }));
  expect(lasting(restored)).toEqual(lasting(made));
  const programs = fixture.programs().join("\n");
  expect(programs).toMatch(/^sleep 1000$/m);
  expect(programs).toMatch(/^\/bin\/bash -i$/m);
  for (const [index, said] of ["1 2", " 2"].entries()) {
    const file = join(fixture.army.folder, `said-${index}`);
    await fixture.manager.sendToPane("s", "x", index, `echo "$B $ALL" > '${file}'; pwd >> '${file}'`);
    const directory = index === 0 ? fixture.army.project : fixture.army.home;
    await vi.waitFor(async () => expect(await readFile(file, "utf8")).toBe(`${said}\n${directory}\n`), WAIT);
  }
  expect(await fixture.another().cleanupDeadSessions()).toEqual([]);
  await expect(fixture.another().restoreSession("t")).rejects.toMatchObject({ code: "session-unknown" });
});

live("an old tmux is reported with its version", async () => {
  await using fixture = await tmuxFixture();
  const old = join(fixture.army.folder, "old-tmux");
  await writeFile(
    old,
    `#!/bin/sh\n[ "$1" = -V ] && echo "tmux 2.9a" && exit 0\necho "usage: tmux [-2CluvV] [-c shell-command]" >&2\nexit 1\n`,
    { mode: 0o755 },
  );
  await expect(fixture.another({ program: old }).createSession("s")).rejects.toMatchObject({
    code: "program-too-old",
    message: expect.stringContaining("2.9a"),
  });
});

live("creating a session, a line to a shell and a query are one tmux process each", async () => {
  await using fixture = await tmuxFixture();
  const calls = join(fixture.army.folder, "calls");
  const program = join(fixture.army.folder, "counting-tmux");
  await writeFile(program, `#!/bin/sh\necho call >> ${calls}\nexec tmux "$@"\n`, { mode: 0o755 });
  const manager = fixture.another({ program });
  const count = async (work: () => Promise<unknown>) => {
    await writeFile(calls, "");
    await work();
    return (await readFile(calls, "utf8")).split("\n").length - 1;
  };
  const secret = { name: "secret", environment: { TOKEN: "x" } };
  expect(await count(() => manager.createSession("s"))).toBe(1);
  expect(await count(() => manager.createSession(secret))).toBe(1);
  expect(await count(() => manager.sendToPane("s", "design", 1, "true"))).toBe(1);
  expect(await count(() => manager.capturePane("s", "design", 1))).toBe(1);
  expect(await count(() => manager.hasSession("s"))).toBe(1);
  expect(await count(() => manager.getSession("s"))).toBe(1);
});

live(
  "two hundred panes in one session, in windows of four and in one window",
  async () => {
    await using fixture = await tmuxFixture();
    for (const inWindow of [4, 200]) {
      const agents = Array.from({ length: 200 }, (_, index) => ({
        id: `${index}`,
        window: `${Math.floor(index / inWindow)}`,
        command: ["sleep", "1000"] as [string, string],
      }));
      const { panes } = await fixture.manager.createSession({ name: "s", agents });
      expect(panes.map(({ agent }) => agent)).toEqual(agents.map(({ id }) => id));
      expect(await fixture.manager.killSession("s")).toBe(true);
    }
  },
  120_000,
);
