import { readdirSync, readFileSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { readCode, writeCode } from "./code-file.ts";

export interface LoadedScript<Exports> {
  exports: Exports;
  /** Stores the code that V8 has compiled so far, unless stored code was used. */
  keep(): void;
}

/**
 * Runs a CommonJS file that is one function expression. The file `stored` may have the code that V8 compiled in an
 * earlier run; that code is not compiled again. V8 refuses code of another version, of other flags, and of a source of
 * another length. It does not compare the source itself, so the name of `stored` must identify the source.
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
    // Another process may remove them at the same time.
  }
}
