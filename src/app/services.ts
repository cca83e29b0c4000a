import type { Clock } from "#base/clock.ts";
import type { ConfigWarning } from "#config/load.ts";
import type { Adapters } from "./adapters.ts";
import type { KeptField } from "./work/close-fields.ts";

/** Everything a service depends on: it reads no global state. */
export interface Services {
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  platform: NodeJS.Platform;
  version: string;
  /** The language of new armies. */
  lang: "en" | "ja";
  /** Settings given as flags, by dotted key. */
  overrides: Readonly<Record<string, unknown>>;
  clock: Clock;
  /** Aborted by Ctrl-C, a closed terminal or SIGTERM. */
  signal: AbortSignal;
  adapters: Adapters;
  /** Reports a condition that does not stop the service. The surface words and prints it. */
  tell(notice: Notice): void;
}

export type Notice =
  /** A damaged file was renamed. */
  | { what: "file-damaged"; file: string; keptAs: string }
  | { what: "setting-ignored"; warning: ConfigWarning }
  /** The settings cannot be read; defaults apply. */
  | { what: "settings-unreadable"; error: unknown }
  /** A background command could not be started. */
  | { what: "not-started"; command: string; reason: string }
  /** The built-in rituals could not be copied into the ovld home. */
  | { what: "rituals-not-unpacked"; error: unknown }
  /** Fields of an ended army in which something has not landed. */
  | { what: "work-kept"; session: string; fields: readonly KeptField[] }
  /** Programs that were started in a pane of an ended army and still run. */
  | { what: "programs-left"; session: string; programs: readonly string[] };
