import { existsSync } from "node:fs";
import { join } from "node:path";
import { type LockOptions, withLock } from "#base/lock.ts";
import { makePrivateFolder } from "#base/private-folder.ts";

/**
 * A lock that excludes queries while a server starts. zellij probes every socket on each call, and a server that is
 * probed before its first client panics (0.45.1). All processes that use the same sockets share the gate.
 */
export interface StartGate {
  /** Runs `work`, which starts a server, without concurrent queries or starts. */
  start<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Runs `work`, which queries, while no server is starting. */
  ask<T>(work: () => Promise<T>): Promise<T>;
}

const TIME_LIMIT = 60_000;

export function startGate(folder: string): StartGate {
  const lock = join(folder, "ovld-start.lock");
  const asked = new Set<Promise<unknown>>();
  const locked = <T>(work: () => Promise<T>, options: LockOptions = {}) =>
    withLock(lock, work, { ...options, timeLimit: TIME_LIMIT });
  return {
    async start(work, signal) {
      await makePrivateFolder(folder);
      return locked(
        async () => {
          await Promise.allSettled(asked);
          return work();
        },
        { signal },
      );
    },
    async ask(work) {
      while (existsSync(lock)) await locked(async () => {});
      const asking = work();
      asked.add(asking);
      try {
        return await asking;
      } finally {
        asked.delete(asking);
      }
    },
  };
}
