import type { Services } from "#app/services.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type * as wire from "#wire.ts";
import type { CommandTable } from "./command.ts";
import { noticeText } from "./notice-text.ts";
import type { Output } from "./output.ts";

/** What a command is given: the services, the reader's language and the terminal. It reads nothing else. */
export interface Context extends Services {
  words: Catalog;
  out: Output;
  /** Whether input and output are a terminal, so that a person can be asked. */
  onTerminal(): boolean;
  /** Standard input, until it ends or the signal aborts. */
  input(signal: AbortSignal): AsyncIterable<Uint8Array>;
  wire: typeof wire;
  commands: CommandTable;
}

/** The same context with another output, to which notices of services go as well. */
export function withOutput(context: Context, out: Output): Context {
  return { ...context, out, tell: (notice) => out.note(`ovld: ${noticeText(notice, context.words)}`) };
}

/** An army fills a terminal: it needs one that no multiplexer has already. */
export function requireFreeTerminal({ env, onTerminal }: Context, command: "summon" | "attach" | "demo"): void {
  if (!onTerminal()) throw new OvldError("no-terminal", { command });
  for (const [variable, multiplexer] of [
    ["ZELLIJ", "zellij"],
    ["TMUX", "tmux"],
  ] as const)
    if (env[variable]) throw new OvldError("inside-multiplexer", { multiplexer, command });
}
