import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { TemporaryArmy } from "./temporary-army.ts";

/** The time of day as the programs of one army see it. */
export interface OwnClock {
  /** It is wrong by this many milliseconds from now on. */
  jump(offset: number): Promise<void>;
}

/** For all Node programs that are started in this army's environment afterwards. */
export function giveOwnClock({ folder, env }: TemporaryArmy): OwnClock {
  const file = join(folder, "clock");
  env.OWN_CLOCK = file;
  env.NODE_OPTIONS = `--import=${pathToFileURL(resolve("test/fixtures/own-clock.mjs"))}`;
  return { jump: (offset) => writeFile(file, String(offset)) };
}
