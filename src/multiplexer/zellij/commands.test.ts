import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { standInProgram } from "#test/support/stand-in-program.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { verifies } from "#test/support/verifies.ts";
import { zellij } from "./zellij.ts";

const plan = (directory: string, argv: [string, ...string[]] = ["cat"]): SessionPlan => ({
  session: "ovld-a",
  directory,
  tabs: [{ name: "only", focus: true, split: "columns", panes: [{ kind: "pane", title: "one", launch: { argv } }] }],
});

/** A script in place of zellij. */
async function recorded(army: TemporaryArmy, script: string) {
  const { program, calls } = await standInProgram(army.folder, script);
  return { multiplexer: zellij({ program, env: army.env }), calls };
}

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

verifies("zellij:create:template-error", "an unrenderable value is an error before zellij runs", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls } = await recorded(army, "exit 1");
  const bad = plan(army.project, ["cat", "a\0b"]);
  for (const open of [multiplexer.open, multiplexer.openHere])
    await expect(open(bad, { folder: join(army.folder, "session") })).rejects.toMatchObject({
      code: "layout-unrenderable",
      message: expect.stringContaining('one has characters that a layout does not allow: "a\\u0000b"'),
    });
  expect(await calls()).toEqual([]);
});

verifies("zellij:create:path-not-utf8", "a path that is not UTF-8 is named before zellij runs", async () => {
  await using army = await temporaryArmy();
  const { multiplexer, calls } = await recorded(army, "exit 1");
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
  expect(await calls()).toEqual([]);
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

test("a client that fails before its server exists is an error", async () => {
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
  const { program } = await standInProgram(
    army.folder,
    `env | grep -E '^(OVLD_TMUX|TMUX|ZELLIJ)' | sort > '${army.folder}/seen'
echo No active zellij sessions found. >&2; exit 1`,
  );
  expect(await zellij({ program, env: inside }).sessions()).toEqual([]);
  expect((await readFile(join(army.folder, "seen"), "utf8")).trim()).toBe(
    `TMUX_TMPDIR=${army.env.TMUX_TMPDIR}\nZELLIJ_SOCKET_DIR=${army.env.ZELLIJ_SOCKET_DIR}`,
  );
});
