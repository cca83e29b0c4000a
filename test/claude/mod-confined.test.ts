import { expect, test, vi } from "vitest";
import { composerOf } from "#agent-cli/claude/composer.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { reader } from "./agent.ts";
import { summonRealArmy } from "./army.ts";
import { withoutClaude } from "./claude-code.ts";

const DRAFT = "half a thought";

test.for([["tmux"], ["zellij"]] as [MultiplexerKind][])(
  "a confined agent on %s is woken by its mod from outside the sandbox, and keeps a draft",
  { timeout: 120_000 },
  async ([kind], context) => {
    skipFor(context, withoutClaude || without(kind) || without("bwrap"));
    const summon = ["--no-rituals", "--sandbox", "bubblewrap"];
    await using field = await summonRealArmy({ kind, script: reader, summon, only: ["inferno"] });
    await field.rests();
    await field.type("inferno", DRAFT);
    await field.keystrokes();
    for (const order of ["a first order", "a second order"]) {
      const from = field.model.requests.length;
      expect((await field.army.ovld(["send", "inferno", order])).status).toBe(0);
      await field.model.receives(order, from);
      await field.rests();
    }
    const told = field.model.requests.filter(({ said }) => said.includes("[MESSAGE from"));
    expect(told.some(({ said }) => said.includes("The ovld plugin sent a message:"))).toBe(true);
    expect(composerOf({ screen: await field.screen("inferno") })).toEqual({ state: "draft", text: DRAFT });
    expect(await field.keystrokes()).toEqual([]);
    await vi.waitFor(async () => {
      expect((await field.log()).map(({ state }) => state)).toEqual(["acked", "acked"]);
    }, 30_000);
    await field.army.ovld(["unsummon", "--force"]);
  },
);
