import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import type { SessionRecords } from "./session-records.ts";
import type { TmuxConfig } from "./tmux-config.ts";

/** The parts of one `TmuxManager`, shared by its functions. */
export interface ManagerParts {
  config: TmuxConfig;
  tmux: Tmux;
  records: SessionRecords;
  log: Log;
  clock: Clock;
}
