import { expect, test } from "vitest";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { recordOf } from "./conversations.ts";
import { skipWithout } from "./programs.ts";
import { agentIsUp, installScriptedAgent } from "./scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "./temporary-army.ts";

/** Tests on one multiplexer, each in a fixture of its own whose agents are scripted, with these variables. */
export function scriptedArmies(kind: MultiplexerKind, variables: Readonly<Record<string, string>>) {
  return (name: string, work: (army: TemporaryArmy) => Promise<void>) =>
    test(`${kind}: ${name}`, { timeout: 300_000 }, async (context) => {
      skipWithout(context, kind);
      await using army = await temporaryArmy();
      await installScriptedAgent(army);
      Object.assign(army.env, variables);
      await work(army);
    });
}

/** Resolves when every agent is up. */
export async function summonScripted(army: TemporaryArmy, kind: MultiplexerKind, ...args: string[]): Promise<void> {
  const summoned = await army.ovld(["summon", "--mux", kind, "--detach", "--no-rituals", "--debug", ...args]);
  expect(summoned, summoned.stderr).toMatchObject({ status: 0, stderr: "" });
  for (const role of (await recordOf(army)).roster) await agentIsUp(army, role);
}
