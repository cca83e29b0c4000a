import { readdir, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { AgentPaths, Waker } from "#agent-cli/agent-cli.ts";
import { fileFailure, writeAtomically } from "#base/files.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { hookPaths } from "./hook-paths.ts";
import { BYE, holdFifo, WAKE, writeToFifo } from "./wake-fifo.ts";

/** Claude Code is woken by a wait hook at a FIFO (`hooks/wait.sh`). */
export function claudeWaker(): Waker {
  return {
    wake: async (paths) => writeToFifo(hookPaths(paths).fifo, WAKE),
    hold: (paths) => holdFifo(hookPaths(paths).fifo),
    clear,
    park: (paths, reason) => park(hookPaths(paths).parked, reason),
    async dismiss(paths) {
      writeToFifo(hookPaths(paths).fifo, BYE);
    },
  };
}

/** Files that must not reach the next agent. The FIFO stays, because wait hooks are ended through it. */
const LEFT = /^(agent|conversation|blocks|told-.*)$/;

async function clear(paths: AgentPaths): Promise<void> {
  const { hooksFolder, fifo } = hookPaths(paths);
  writeToFifo(fifo, BYE);
  const names = await readdir(hooksFolder).catch(() => []);
  await Promise.all(
    names.filter((name) => LEFT.test(name)).map((name) => rm(join(hooksFolder, name), { force: true })),
  );
}

/** Hooks put the reason into a JSON string unescaped. */
const UNSAFE = /["\\\p{Cc}]+/gu;

/** Claude Code's hooks check for this file at every tool call (`hooks/parked.sh`). */
async function park(file: string, reason: string | undefined): Promise<void> {
  if (reason !== undefined)
    return writeAtomically(file, `${reason.replaceAll(UNSAFE, " ")}\n`, { durability: "process" });
  await unlink(file).catch((error) => {
    if (systemCode(error) !== "ENOENT") throw fileFailure("remove", file, error);
  });
}
