import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { recordOf } from "./conversations.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Closes a role's pane as a person does, with a command of the multiplexer. */
export async function closePane(army: TemporaryArmy, kind: MultiplexerKind, role: string): Promise<void> {
  const { name, panes } = await recordOf(army);
  const pane = panes[role] as string;
  const args = {
    zellij: ["--session", name, "action", "close-pane", "--pane-id", pane],
    tmux: ["kill-pane", "-t", pane],
  };
  await promisify(execFile)(kind, args[kind], { env: army.env });
}
