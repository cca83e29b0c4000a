import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { skipWithout } from "#test/support/programs.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { tmux } from "./tmux.ts";

const planIn = ({ project }: TemporaryArmy): SessionPlan => ({
  session: "ovld-a",
  directory: project,
  tabs: [
    { name: "t", focus: true, split: "rows", panes: [{ kind: "pane", title: "p", launch: { argv: ["cat", "-"] } }] },
  ],
});

/** The real tmux, except for calls that contain a given word: a shell line replaces those. */
async function tmuxBut(army: TemporaryArmy, lines: Record<string, string>) {
  const program = join(army.folder, "other-tmux");
  const cases = Object.entries(lines).map(([word, line]) => `*${word}*) ${line} ;;`);
  await writeFile(program, `#!/bin/sh\ncase "$*" in ${cases.join(" ")} esac\nexec tmux "$@"\n`, { mode: 0o755 });
  return tmux({ program, env: army.env });
}

test("the reason for a session that is not shown survives a failed cleanup", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const multiplexer = await tmuxBut(army, { "attach-session": "exit 1", "kill-session": "exit 3" });
  await expect(multiplexer.openHere(planIn(army), { folder: army.folder })).rejects.toMatchObject({
    code: "session-not-started",
  });
});

test("a session that is not shown is ended, but not a newer session of its name", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const replace = "tmux new-session -d -s b \\; kill-session -t =ovld-a \\; rename-session -t =b ovld-a; exit 1";
  for (const [line, left] of [
    ["exit 1", []],
    [replace, [{ name: "ovld-a", state: "running" }]],
  ] as const) {
    const multiplexer = await tmuxBut(army, { "attach-session": line });
    await expect(multiplexer.openHere(planIn(army), { folder: army.folder })).rejects.toMatchObject({
      code: "session-not-started",
    });
    expect(await multiplexer.sessions()).toEqual(left);
  }
});

test("a session that could not be marked is removed", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const mark = '"set-option" "-t" "=ovld-a:" "@ovld-session" "[^"]*"';
  const fail = `sed 's/${mark}/"kill-pane" "-t" "%4711"/' | tmux "$@"; exit`;
  const multiplexer = await tmuxBut(army, { "source-file": fail });
  await expect(multiplexer.open(planIn(army), { folder: army.folder })).rejects.toMatchObject({
    code: "program-failed",
    details: { stderr: "can't find pane: %4711\n" },
  });
  expect(await multiplexer.sessions()).toEqual([]);
});
