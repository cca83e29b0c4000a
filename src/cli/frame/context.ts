import type { Services } from "#app/services.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type * as wire from "#wire.ts";
import type { CommandTable } from "./command.ts";
import { noticeText } from "./notice-text.ts";
import type { Output } from "./output.ts";

/** Everything a command may read: the services, the words of its language and the terminal. */
export interface Context extends Services {
  words: Catalog;
  out: Output;
  /** Whether input and output are a terminal, so that a command can ask for confirmation. */
  onTerminal(): boolean;
  /** Standard input, until it ends or the signal aborts. */
  input(signal: AbortSignal): AsyncIterable<Uint8Array>;
  wire: typeof wire;
  commands: CommandTable;
}

/** The context with another output; notices of services go to that output too. */
export function withOutput(context: Context, out: Output): Context {
  return { ...context, out, tell: (notice) => out.note(`ovld: ${noticeText(notice, context.words)}`) };
}

/** Throws unless a multiplexer can take over this terminal. */
export function requireFreeTerminal({ env, onTerminal }: Context, command: "summon" | "attach" | "demo"): void {
  if (!onTerminal()) throw new OvldError("no-terminal", { command });
  for (const [variable, multiplexer] of [
    ["ZELLIJ", "zellij"],
    ["TMUX", "tmux"],
  ] as const)
    if (env[variable]) throw new OvldError("inside-multiplexer", { multiplexer, command });
}
