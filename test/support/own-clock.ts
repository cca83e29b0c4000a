import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { TemporaryArmy } from "./temporary-army.ts";

/** The wall clock that the Node programs of one army read. */
export interface OwnClock {
  /** Sets the clock's offset from the system clock, in milliseconds. */
  jump(offset: number): Promise<void>;
}

/** Gives the clock to all Node programs that are started in this army's environment afterwards. */
export function giveOwnClock({ folder, env }: TemporaryArmy): OwnClock {
  const file = join(folder, "clock");
  env.OWN_CLOCK = file;
  env.NODE_OPTIONS = `--import=${pathToFileURL(resolve("test/fixtures/own-clock.mjs"))}`;
  return { jump: (offset) => writeFile(file, String(offset)) };
}
