import { readdir, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import type { Waker } from "#agent-cli/waker.ts";
import { fileFailure, writeAtomically } from "#base/files.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { exchangePaths } from "./exchange-paths.ts";
import { BYE, holdFifo, WAKE, writeToFifo } from "./wake-fifo.ts";

/** Wakes an agent whose wait hook reads a FIFO. */
export function exchangeWaker(): Waker {
  return {
    wake: async (paths) => writeToFifo(exchangePaths(paths).fifo, WAKE),
    hold: (paths) => holdFifo(exchangePaths(paths).fifo),
    clear,
    park: (paths, reason) => park(exchangePaths(paths).parked, reason),
    async dismiss(paths) {
      writeToFifo(exchangePaths(paths).fifo, BYE);
    },
  };
}

/** Files that must not reach the next agent. The FIFO stays, because wait hooks are ended through it. */
const LEFT = /^(agent|conversation|blocks|told-.*)$/;

async function clear(paths: AgentPaths): Promise<void> {
  const { hooksFolder, fifo } = exchangePaths(paths);
  writeToFifo(fifo, BYE);
  const names = await readdir(hooksFolder).catch(() => []);
  await Promise.all(
    names.filter((name) => LEFT.test(name)).map((name) => rm(join(hooksFolder, name), { force: true })),
  );
}

/** A hook in `sh` puts the reason into a JSON string unescaped. */
const UNSAFE = /["\\\p{Cc}]+/gu;

/** An agent looks for this file at every tool call. */
async function park(file: string, reason: string | undefined): Promise<void> {
  if (reason !== undefined)
    return writeAtomically(file, `${reason.replaceAll(UNSAFE, " ")}\n`, { durability: "process" });
  await unlink(file).catch((error) => {
    if (systemCode(error) !== "ENOENT") throw fileFailure("remove", file, error);
  });
}
