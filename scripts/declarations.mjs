import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { runStep, tool } from "./run-step.mjs";

const EMITTED = ".cache/types";

/**
 * Writes the types of a published module and of all files they refer to. Imports become relative, so that the types
 * work without the sources.
 * @param {string} entry e.g. `tmux.d.ts`
 * @param {string} folder
 */
export async function writeDeclarations(entry, folder) {
  await rm(EMITTED, { recursive: true, force: true });
  runStep(tool("tsc"), ["-p", "tsconfig.types.json"]);
  const seen = new Set([entry]);
  for (const file of seen) {
    const text = await readFile(join(EMITTED, file), "utf8");
    const rewritten = text.replaceAll(/(from |import\()"((?:#|\.\.?\/)[^"]+)\.ts"/g, (_, before, path) => {
      const target = path.startsWith("#") ? path.slice(1) : posix.join(posix.dirname(file), path);
      seen.add(`${target}.d.ts`);
      const relative = posix.relative(posix.dirname(file), target);
      return `${before}"${relative.startsWith(".") ? relative : `./${relative}`}.js"`;
    });
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), rewritten);
  }
}
