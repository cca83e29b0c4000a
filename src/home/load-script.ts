import { readdirSync, readFileSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { readCode, writeCode } from "./code-file.ts";

export interface LoadedScript<Exports> {
  exports: Exports;
  /** Stores what V8 has compiled so far, unless the stored code was used. */
  keep(): void;
}

/**
 * Runs a CommonJS file that is one function expression. Code that V8 compiled in an earlier run is not parsed again, if
 * `stored` has it. V8 itself refuses code of another version, other flags, or a source of
 * another length; so the name of `stored` must tell the source.
 */
export function loadScript<Exports>(file: string, require: NodeJS.Require, stored?: string): LoadedScript<Exports> {
  const cachedData = stored === undefined ? undefined : readCode(stored);
  // The build writes ASCII: one byte for each character.
  const script = new Script(readFileSync(file, "latin1"), { filename: file, ...(cachedData && { cachedData }) });
  const module = { exports: {} as Exports };
  script.runInThisContext()(module, require, file);
  let isStored = stored === undefined || (cachedData !== undefined && !script.cachedDataRejected);
  return {
    exports: module.exports,
    keep() {
      if (stored === undefined || isStored) return;
      isStored = true;
      writeCode(stored, script.createCachedData());
      removeOthers(stored);
    },
  };
}

/** Removes code of the same program and command that another build or another Node stored. */
function removeOthers(stored: string): void {
  const [own, kind] = [basename(stored), basename(stored).split("@", 1)[0]];
  try {
    for (const name of readdirSync(dirname(stored)))
      if (name !== own && name.startsWith(`${kind}@`)) unlinkSync(join(dirname(stored), name));
  } catch {
    // Another process removes them as well.
  }
}
