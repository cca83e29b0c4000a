import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Multiplexer } from "#multiplexer/multiplexer.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { skipWithout, without } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";
import { diagnosticLine } from "./diagnostic.ts";
import { zellij } from "./zellij.ts";

const plan = (directory: string, argv: [string, ...string[]] = ["cat"]): SessionPlan => ({
  session: "ovld-a",
  directory,
  tabs: [{ name: "only", focus: true, split: "columns", panes: [{ kind: "pane", title: "one", launch: { argv } }] }],
});

interface Recorded {
  multiplexer: Multiplexer;
  /** Every call of zellij so far, one array of arguments each. */
  calls(): Promise<string[][]>;
  forget(): Promise<void>;
}

/** The real zellij behind a program that writes down how it was called. */
async function recorded(army: TemporaryArmy, then = 'exec zellij "$@"'): Promise<Recorded> {
  const [program, log] = [join(army.folder, "recording-zellij"), join(army.folder, "calls")];
  await writeFile(program, `#!/bin/sh\nprintf '%s\\037' "$@" >> '${log}'\nprintf '\\n' >> '${log}'\n${then}\n`);
  await chmod(program, 0o755);
  return {
    multiplexer: zellij({ program, env: army.env }),
    calls: async () =>
      (await readFile(log, "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split("\u001f").slice(0, -1)),
    forget: () => rm(log, { force: true }),
  };
}

const verifies = verifying({ skip: without("zellij") });

verifies("zellij:create:layout-flag", "the commands are exactly the seed's and the background form", async () => {
  const { foreground, background, files } = zellij({ program: "zellij", env: {} }).describe(plan("/p"), "/o/s");
  expect(foreground).toEqual(["zellij", "--session", "ovld-a", "--new-session-with-layout", "/o/s/layout.kdl"]);
  expect(background).toEqual(["zellij", "--layout", "/o/s/layout.kdl", "attach", "--create-background", "ovld-a"]);
  expect(files.map(({ path }) => path)).toEqual(["/o/s/layout.kdl"]);

  await using army = await temporaryArmy();
  const { multiplexer, calls } = await recorded(army, "exit 0");
  const folder = join(army.folder, "session");
  await multiplexer.openHere(plan(army.project), { folder });
  const path = join(folder, "layout.kdl");
  expect(await calls()).toContainEqual(["--session", "ovld-a", "--new-session-with-layout", path]);
  expect(await readFile(path, "utf8")).toBe(multiplexer.describe(plan(army.project), folder).files[0]!.content);
});

verifies("zellij:create:template-error", "what cannot be rendered is an error before zellij is run", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls } = await recorded(army);
  const bad = plan(army.project, ["cat", "a\0b"]);
  for (const open of [multiplexer.open, multiplexer.openHere])
    await expect(open(bad, { folder: join(army.folder, "session") })).rejects.toMatchObject({
      code: "layout-unrenderable",
      message: expect.stringContaining('one holds characters that a layout cannot carry: "a\\u0000b"'),
    });
  await expect(calls()).rejects.toMatchObject({ code: "ENOENT" });
});

verifies("zellij:create:template-error", "a refused layout gives its diagnostic, and nothing runs", async () => {
  await using army = await temporaryArmy();
  const multiplexer = zellij({ program: "zellij", env: army.env });
  const [tab] = plan(army.project).tabs;
  const bad = { ...plan(army.project), tabs: [tab!, { ...tab!, name: "second focus" }] };
  await expect(multiplexer.open(bad, { folder: join(army.folder, "session") })).rejects.toMatchObject({
    code: "program-failed",
    message: expect.stringMatching(/exit status 1: Failed to parse .*layout\.kdl:\d+:\d+: \S/),
  });
  expect(await multiplexer.sessions()).toEqual([]);
});

verifies("zellij:create:path-not-utf8", "a path that lost bytes is named, before zellij is run", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls } = await recorded(army);
  const bad = join(army.folder, Buffer.from([0x61, 0xff, 0x62]).toString());
  await expect(multiplexer.open(plan(army.project), { folder: bad })).rejects.toMatchObject({
    code: "path-not-utf8",
    details: { path: join(bad, "layout.kdl") },
  });
  await expect(multiplexer.openHere(plan(bad), { folder: join(army.folder, "session") })).rejects.toMatchObject({
    code: "path-not-utf8",
    details: { path: bad },
  });
  expect(() => multiplexer.describe(plan("/p"), "/o/\ud800")).toThrow("is not valid UTF-8");
  await expect(calls()).rejects.toMatchObject({ code: "ENOENT" });
});

verifies("zellij:create:path-not-utf8", "summon there, or with such a home: an error, nothing made", async () => {
  await using army = await temporaryArmy();
  await writeFile(join(army.folder, "bin", "claude"), "#!/bin/sh\nexec cat\n", { mode: 0o755 });
  const name = Buffer.from([0x61, 0xff, 0x62]);
  const odd = Buffer.concat([Buffer.from(`${army.folder}/`), name]);
  await mkdir(odd);
  const everything = async () => (await readdir(Buffer.from(army.folder), { encoding: "buffer" })).map(String).sort();
  const before = await everything();
  const folder = `cd '${army.folder}' && odd="$PWD/$(printf 'a\\377b')"`;
  for (const [line, path] of [
    [`${folder} && cd "$odd" && ovld summon --detach`, join(army.folder, "a\ufffdb")],
    [`${folder} && cd project && OVLD_HOME="$odd" ovld summon --detach`, join(army.folder, "a\ufffdb")],
  ] as const) {
    const { status, stdout, stderr } = await army.shell(line);
    expect({ status, stdout }, stderr).toEqual({ status: 3, stdout: "" });
    expect(stderr).toContain(`${path}`);
    expect(stderr).toContain("is not valid UTF-8");
    expect(stderr).not.toMatch(/^ +at /m);
    expect(await zellij({ program: "zellij", env: army.env }).sessions()).toEqual([]);
    expect(await readdir(odd)).toEqual([]);
    expect(await everything()).toEqual(before);
  }
});

verifies("zellij:exists:list-sessions", "the exact name, not a prefix, not behind colour codes", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls, forget } = await recorded(army);
  const open = (session: string) =>
    multiplexer.open({ ...plan(army.project), session }, { folder: join(army.folder, session) });
  await army.shell("zellij attach --create-background ovld-a-2");
  await vi.waitFor(async () => expect(await multiplexer.sessions()).toEqual([{ name: "ovld-a-2", state: "running" }]), {
    timeout: 20_000,
  });
  // What a person would see, and what a search for the name would have to cope with.
  expect((await army.shell("zellij list-sessions")).stdout).toContain("\u001b[");
  await forget();
  expect(await open("ovld-a")).toHaveLength(1);
  expect((await calls())[0]).toEqual(["list-sessions", "--no-formatting"]);
  for (const taken of ["ovld-a", "ovld-a-2"]) {
    await forget();
    await expect(open(taken)).rejects.toMatchObject({ code: "session-taken", details: { session: taken } });
    expect((await calls()).every(([verb]) => verb === "list-sessions")).toBe(true);
  }
});

verifies("zellij:end:kill", "kill-session comes first, of a running session", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls, forget } = await recorded(army);
  await multiplexer.open(plan(army.project), { folder: join(army.folder, "session") });
  await forget();
  await multiplexer.end("ovld-a");
  expect((await calls())[0]).toEqual(["kill-session", "ovld-a"]);
  expect(await multiplexer.sessions()).toEqual([]);
});

verifies("zellij:end:delete", "delete-session --force follows, also when it has exited", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls, forget } = await recorded(army);
  await multiplexer.open(plan(army.project), { folder: join(army.folder, "session") });
  await army.shell("zellij --session ovld-a action save-session && zellij kill-session ovld-a");
  await vi.waitFor(async () => expect(await multiplexer.sessions()).toEqual([{ name: "ovld-a", state: "exited" }]), {
    timeout: 20_000,
  });
  for (const _ of ["exited", "unknown"]) {
    await forget();
    await multiplexer.end("ovld-a");
    expect((await calls()).filter(([verb]) => verb !== "list-sessions")).toEqual([
      ["kill-session", "ovld-a"],
      ["delete-session", "ovld-a", "--force"],
    ]);
    expect(await multiplexer.sessions()).toEqual([]);
  }
});

test("an end that zellij does not carry out throws", async () => {
  await using army = await temporaryArmy();
  const listing = "ovld-a [Created 3s ago]";
  const { multiplexer } = await recorded(army, `echo '${listing}'`);
  await expect(multiplexer.end("ovld-a")).rejects.toMatchObject({ code: "session-not-ended" });
  const { multiplexer: failing } = await recorded(army, "echo broken >&2; exit 3");
  await expect(failing.end("ovld-a")).rejects.toMatchObject({ code: "program-failed" });
});

verifies("zellij:attach", "attaches by name and creates nothing", async () => {
  await using army = await temporaryArmy();
  const listing = "ovld-a [Created 3s ago] \\novld-old [Created 1h ago] (EXITED - attach to resurrect)\\n";
  const { multiplexer, calls } = await recorded(army, `[ "$1" = attach ] && exec sleep 0.5; printf '${listing}'`);
  await multiplexer.attach("ovld-a");
  expect(await calls()).toEqual([
    ["list-sessions", "--no-formatting"],
    ["attach", "ovld-a"],
  ]);
  await expect(multiplexer.attach("ovld-old")).rejects.toMatchObject({ code: "session-ended" });
});

test("a client that ends with an error before there was a server is an error", async () => {
  await using army = await temporaryArmy();
  const { multiplexer } = await recorded(army, '[ "$1" = --session ] && exit 101; exit 0');
  await expect(
    multiplexer.openHere(plan(army.project), { folder: join(army.folder, "session") }),
  ).rejects.toMatchObject({ code: "session-not-started", details: { exitCode: 101 } });
});

test("nesting is hidden from the servers", async () => {
  await using army = await temporaryArmy();
  const inside = {
    ...army.env,
    ...{ ZELLIJ: "0", ZELLIJ_SESSION_NAME: "outer", ZELLIJ_PANE_ID: "7" },
    ...{ TMUX: "/tmp/tmux,1,0", TMUX_PANE: "%7", OVLD_TMUX_SESSION: "outer", OVLD_TMUX_MARK: "its mark" },
  };
  const program = join(army.folder, "telling-zellij");
  await writeFile(
    program,
    `#!/bin/sh\nenv | grep -E '^(OVLD_TMUX|TMUX|ZELLIJ)' | sort > '${army.folder}/seen'\necho No active zellij sessions found. >&2; exit 1\n`,
  );
  await chmod(program, 0o755);
  expect(await zellij({ program, env: inside }).sessions()).toEqual([]);
  expect((await readFile(join(army.folder, "seen"), "utf8")).trim()).toBe(
    `TMUX_TMPDIR=${army.env.TMUX_TMPDIR}\nZELLIJ_SOCKET_DIR=${army.env.ZELLIJ_SOCKET_DIR}`,
  );
});

test("the longest name fits exactly, in a deep folder too", async (context) => {
  skipWithout(context, "zellij");
  await using army = await temporaryArmy();
  const deep = join(army.folder, "deep-".repeat(5));
  const env = { ...army.env, ZELLIJ_SOCKET_DIR: deep };
  const multiplexer = zellij({ program: "zellij", env });
  const longest = "x".repeat(multiplexer.maxNameBytes());
  await multiplexer.open({ ...plan(army.project), session: longest }, { folder: join(army.folder, "session") });
  expect(await multiplexer.sessions()).toEqual([{ name: longest, state: "running" }]);
  await expect(
    multiplexer.open({ ...plan(army.project), session: `${longest}x` }, { folder: join(army.folder, "session") }),
  ).rejects.toMatchObject({ code: "program-failed" });
});

test("the part of a diagnostic that matters is one line", () => {
  const box = `  × Failed to parse Zellij configuration
   ╭─[/o/layout.kdl:2:17]
 1 │     layout {
 2 │ ╭─▶  tab name="x" { pane {
 3 │ ├─▶  } }
   · ╰──┤ Failed to deserialize KDL node.
   ·    │ Possible reasons:
 6 │     }
   ╰────
  help: For more information, please see our configuration guide`;
  expect(diagnosticLine(box)).toBe(
    "Failed to parse Zellij configuration: /o/layout.kdl:2:17: Failed to deserialize KDL node.",
  );
  expect(diagnosticLine("something else")).toBeUndefined();
});
