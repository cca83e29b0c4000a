import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-cli.ts";
import { hookPaths } from "./hook-paths.ts";
import { writeToFifo } from "./wake-fifo.ts";

/** Must not pass to the next agent. The FIFO stays, because wait hooks are ended through it. */
const LEFT = /^(agent|conversation|blocks|told-.*)$/;

/** Removes the reports and announcements of the previous agent. */
export async function makeWay(paths: AgentPaths, bye: string): Promise<void> {
  const { hooksFolder, fifo } = hookPaths(paths);
  writeToFifo(fifo, bye);
  const names = await readdir(hooksFolder).catch(() => []);
  await Promise.all(
    names.filter((name) => LEFT.test(name)).map((name) => rm(join(hooksFolder, name), { force: true })),
  );
}
