import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-cli.ts";
import { hookPaths } from "./hook-paths.ts";
import { writeToRing } from "./ring.ts";

/** What the next agent must not take for its own; the ring stays, for who waits there is told by it. */
const LEFT = /^(agent|conversation|blocks|told-.*)$/;

/** Forgets the agent that was in a place: whatever it told, and what it was told. */
export async function makeWay(paths: AgentPaths, bye: string): Promise<void> {
  const { bell, ring } = hookPaths(paths);
  writeToRing(ring, bye);
  const names = await readdir(bell).catch(() => []);
  await Promise.all(names.filter((name) => LEFT.test(name)).map((name) => rm(join(bell, name), { force: true })));
}
