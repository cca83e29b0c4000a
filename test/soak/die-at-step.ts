import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** The functions of `node:fs` that change the disk, synchronous and asynchronous. */
const CHANGES = [
  "openSync",
  "writeFileSync",
  "renameSync",
  "linkSync",
  "unlinkSync",
  "mkdirSync",
  "lutimesSync",
  "fsync",
];

/**
 * Kills this process with SIGKILL right before its n-th change to the disk; the first is 1. The returned function
 * counts the changes so far.
 */
export function dieAtStep(n: number): () => number {
  let steps = 0;
  const changing = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of CHANGES) {
    const original = changing[name];
    if (!original) throw new Error(`no fs.${name}`);
    changing[name] = (...args) => {
      if (name !== "openSync" || args[1] === "wx") {
        steps++;
        if (steps === n) process.kill(process.pid, "SIGKILL");
      }
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  return () => steps;
}
