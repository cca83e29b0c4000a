import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import type { SessionRecords } from "./session-records.ts";
import type { TmuxConfig } from "./tmux-config.ts";

/** What every part of a manager works with. */
export interface Workplace {
  config: TmuxConfig;
  tmux: Tmux;
  records: SessionRecords;
  log: Log;
  clock: Clock;
}
