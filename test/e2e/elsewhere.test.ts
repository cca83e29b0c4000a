import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { agentIsUp, notesOf, withComposer } from "#test/support/scripted-agents.ts";
import { scriptedArmies, summonScripted } from "#test/support/scripted-army.ts";

for (const kind of multiplexerKinds)
  scriptedArmies(kind, withComposer)(
    "commands find an army although their environment names other socket folders",
    async (army) => {
      await summonScripted(army, kind);
      const { pid } = await notesOf(army, "inferno");
      const elsewhere = join(army.folder, "elsewhere");
      await mkdir(elsewhere);
      // The environment of cron or of another login.
      const env = { TMUX_TMPDIR: elsewhere, ZELLIJ_SOCKET_DIR: elsewhere, XDG_RUNTIME_DIR: undefined };
      const there = (...argv: string[]) => army.ovld(argv, { env });
      expect(JSON.parse((await there("status", "--json")).stdout)).toMatchObject({ state: "running" });
      expect(await there("summon", "--detach")).toMatchObject({
        status: 0,
        stdout: "ovld-project is already running.\n",
      });
      expect((await there("doctor", "--fix")).stdout).not.toContain("ovld-project");
      expect(await there("restart", "inferno", "--force")).toMatchObject({ status: 0 });
      await agentIsUp(army, "inferno", pid);
      expect(await there("unsummon", "--force")).toMatchObject({ status: 0, stdout: "ovld-project is unsummoned.\n" });
      await expectNothingLeft(army);
    },
  );
