import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { skipWithout, without } from "#test/support/programs.ts";
import { standInProgram } from "#test/support/stand-in-program.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";
import { zellij } from "./zellij.ts";

const plan = (directory: string, argv: [string, ...string[]] = ["cat"]): SessionPlan => ({
  session: "ovld-a",
  directory,
  tabs: [{ name: "only", focus: true, split: "columns", panes: [{ kind: "pane", title: "one", launch: { argv } }] }],
});

/** The real zellij behind a script that records its arguments. */
async function recorded(army: TemporaryArmy) {
  const { program, calls, forget } = await standInProgram(army.folder, 'exec zellij "$@"');
  return { multiplexer: zellij({ program, env: army.env }), calls, forget };
}

const verifies = verifying({ skip: without("zellij") });

verifies("zellij:create:template-error", "a refused layout gives its diagnostic and starts nothing", async () => {
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

verifies("zellij:create:template-error", "summon names an unrenderable value, and leaves nothing", async () => {
  await using army = await temporaryArmy();
  await writeFile(join(army.folder, "bin", "claude"), "#!/bin/sh\nexec cat\n", { mode: 0o755 });
  await mkdir(join(army.project, "rituals"));
  await writeFile(join(army.project, "rituals", "storm.md"), "# Storm\0\n");
  // With the method `launch` the ritual is an argument in the layout.
  const { status, stdout, stderr } = await army.shell("OVLD_RITUALS_METHOD=launch ovld summon --detach");
  expect({ status, stdout }, stderr).toEqual({ status: 3, stdout: expect.stringContaining("ovld-project") });
  expect(stderr).toContain('storm has characters that a layout does not allow: "# Storm\\u0000');
  expect(stderr).not.toMatch(/^ +at /m);
  await expectNothingLeft(army);
});

verifies("zellij:create:path-not-utf8", "summon fails in such a directory or home, and makes nothing", async () => {
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

verifies("zellij:exists:list-sessions", "matches the exact name, no prefix, without colour codes", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls, forget } = await recorded(army);
  const open = (session: string) =>
    multiplexer.open({ ...plan(army.project), session }, { folder: join(army.folder, session) });
  await army.shell("zellij attach --create-background ovld-a-2");
  await vi.waitFor(async () => expect(await multiplexer.sessions()).toEqual([{ name: "ovld-a-2", state: "running" }]), {
    timeout: 20_000,
  });
  // The output that a person sees; zellij now and then reports a running session as missing.
  const shown = async () => (await army.shell("zellij list-sessions")).stdout;
  await vi.waitFor(async () => expect(await shown()).toContain("\u001b["), { timeout: 20_000 });
  await forget();
  expect(await open("ovld-a")).toHaveLength(1);
  expect((await calls())[0]).toEqual(["list-sessions", "--no-formatting"]);
  expect(await open("ovld-a-3")).toHaveLength(1);
  for (const taken of ["ovld-a", "ovld-a-2"]) {
    await forget();
    await expect(open(taken)).rejects.toMatchObject({ code: "session-taken", details: { session: taken } });
    expect((await calls()).every(([action]) => action === "list-sessions")).toBe(true);
  }
});

verifies("zellij:end:kill", "a running session gets kill-session first", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls, forget } = await recorded(army);
  await multiplexer.open(plan(army.project), { folder: join(army.folder, "session") });
  await forget();
  await multiplexer.end("ovld-a");
  expect((await calls())[0]).toEqual(["kill-session", "ovld-a"]);
  expect(await multiplexer.sessions()).toEqual([]);
});

verifies("zellij:end:delete", "delete-session --force follows, also for an exited session", async () => {
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
    expect((await calls()).filter(([action]) => action !== "list-sessions")).toEqual([
      ["kill-session", "ovld-a"],
      ["delete-session", "ovld-a", "--force"],
    ]);
    expect(await multiplexer.sessions()).toEqual([]);
  }
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
