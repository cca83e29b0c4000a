import type { Clock } from "#base/clock.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import type * as wire from "#wire.ts";
import type { VerbTable } from "./frame/command.ts";
import type { Output } from "./frame/output.ts";

/** What a verb is given of the world; nothing else of it is read. */
export interface Context {
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  platform: NodeJS.Platform;
  version: string;
  lang: Lang;
  words: Catalog;
  /** Settings given as flags, by dotted key. */
  overrides: Readonly<Record<string, unknown>>;
  out: Output;
  /** Whether a person sits at both ends: input and output are a terminal. */
  onTerminal(): boolean;
  /** Standard input, until it ends or the signal aborts. */
  input(signal: AbortSignal): AsyncIterable<Uint8Array>;
  clock: Clock;
  /** Aborted by Ctrl-C, a closed terminal or SIGTERM. */
  signal: AbortSignal;
  wire: typeof wire;
  verbs: VerbTable;
}
