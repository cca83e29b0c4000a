import { chmod, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { exitStatus } from "#errors/ovld-error.ts";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";

/** Replaces `claude` by the scripted agent; the agent of one role runs `line` instead. */
const allBut = (role: string, line: string) => `#!/bin/sh
for word in "$@"; do case $word in */mcp/${role}.json) ${line} ;; esac; done
exec '${resolve("test/fixtures/scripted-agent.sh")}' "$@"
`;

describe.each(["zellij", "tmux"] as const)("summoning on %s", (kind) => {
  const live = (name: string, line: string, lang: string, expected: RegExp[], status: number) =>
    test(name, { timeout: 120_000 }, async (context) => {
      skipWithout(context, kind);
      await using army = await temporaryArmy();
      const agent = join(army.folder, "bin", "claude");
      await writeFile(agent, allBut("shadow", line));
      await chmod(agent, 0o755);
      const result = await army.ovld(["summon", "--detach", "--no-rituals", "--mux", kind, "--lang", lang]);
      for (const line of expected) expect(result.stdout).toMatch(line);
      expect(result.status).toBe(status);
      await army.ovld(["unsummon", "--force"]);
    });

  live("reports every role as ready", ":", "en", [/^✔ shadow$/m, /^6\/6 ready\n(?!Use `ovld attach`)/m], 0);
  live(
    "reports a role whose agent has ended, with the last line on its screen, and exits with a failure",
    // zellij loses output that a program prints before its pane exists.
    "echo starting; sleep 0.5; echo the model is not here; exit 3",
    "en",
    [/^✔ storm$/m, /^✘ shadow: gone · \S/m, /^5\/6 ready\nUse `ovld attach`/m],
    exitStatus["program-failed"],
  );
  live(
    "reports a role whose agent shows a start question",
    String.raw`printf 'Do you trust the files in this folder?\n\n ❯ 1. Yes, I trust this folder\n   2. No, exit\n\n Enter to confirm · Esc to cancel\n'; sleep 1000`,
    "ja",
    [/^✘ shadow: .*信頼.* · /m, /^5\/6 準備完了\n.*`ovld attach`/m],
    exitStatus["program-failed"],
  );
});
