import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { tmuxRunner } from "./run.ts";
import { readServer } from "./server-state.ts";

/** The real tmux, except that listings lack exit statuses until another child of the server has ended. */
const MISSES_ENDS = `#!/bin/sh
case "$*" in
*run-shell*) exec tmux "$@" ;;
*list-panes*) tmux "$@" | awk -F '\\t' -v OFS='\\t' '{ $14 = ""; print }' ;;
*) exec tmux "$@" ;;
esac
`;

test("a program is listed with its exit status, even if tmux missed the end", async (context) => {
  skipWithout(context, "tmux");
  await using army = await temporaryArmy();
  const program = join(army.folder, "missing-tmux");
  await writeFile(program, MISSES_ENDS, { mode: 0o755 });
  const tmux = tmuxRunner({ program, env: army.env });
  await tmux.run([
    ["new-session", "-d", "-s", "a", "cat"],
    ["set-option", "-w", "-t", "=a:", "remain-on-exit", "on"],
    ["split-window", "-t", "=a:", "exit 3"],
  ]);
  await vi.waitFor(
    async () => expect((await readServer(tmux)).map(({ exitStatus }) => exitStatus)).toEqual([undefined, 3]),
    { timeout: 20_000 },
  );
});
