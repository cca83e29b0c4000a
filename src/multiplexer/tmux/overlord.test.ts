import { test } from "vitest";
import type { Launch } from "#multiplexer/session-plan.ts";
import { expectGolden } from "#test/support/expect-golden.ts";
import { claudeLaunch, overlordPlan } from "#test/support/overlord-plan.ts";
import { commandLine } from "./command.ts";
import { sessionCommands } from "./session-commands.ts";

const launchView = (view: string): Launch => ({ argv: ["sh", "-c", "exec cat", view] });

test("the overlord's army as a list of commands", async () => {
  const plan = await overlordPlan('/home/maou/魔王の "城" #1', { launchRole: claudeLaunch, launchView });
  const commands = sessionCommands(plan, { mark: "mark", environment: { LANG: "ja_JP.UTF-8" } });
  await expectGolden("tmux/overlord.txt", commands.map((command) => `${commandLine([command])}\n`).join(""));
});
