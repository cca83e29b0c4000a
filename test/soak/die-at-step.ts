import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What changes something on disk, with and without a promise. */
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
 * Lets this process be killed as `kill -9` does, right before its n-th change to the disk (the first is 1). Returns how many
 * there were so far.
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
