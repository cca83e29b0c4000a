import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { without } from "./programs.ts";
import { temporaryArmy } from "./temporary-army.ts";
import { openTerminal } from "./terminal.ts";

test.skipIf(without("tmux"))(
  "waiting for the screen of a disposed terminal fails, and starts no tmux server",
  async () => {
    await using army = await temporaryArmy();
    let waiting: Promise<unknown>;
    {
      await using terminal = await openTerminal(["cat"], { cwd: army.project, env: army.env });
      waiting = terminal.sees("what never comes");
      waiting.catch(() => {});
    }
    const sockets = join(army.folder, "t");
    await rm(join(sockets, `tmux-${process.getuid?.()}`), { recursive: true });
    await systemClock.wait(500);
    expect(await readdir(sockets)).toEqual([]);
    await expect(waiting).rejects.toThrow("the terminal is gone");
  },
);
