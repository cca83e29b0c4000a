import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LoadedScript, loadScript } from "./load-script.ts";
import { ovldHome } from "./ovld-home.ts";

declare const __OVLD_BUILDS__: Readonly<Record<string, string>>;

/**
 * Loads a program of the package. V8 compiles other functions for each command, so the compiled code of each `command`
 * is stored in a file of its own. It is stored only if `ovld summon` has created the folder for it.
 */
export function loadProgram<Exports>(program: string, command: string, env: NodeJS.ProcessEnv): LoadedScript<Exports> {
  const file = fileURLToPath(new URL(`${program}.cjs`, import.meta.url));
  const home = ovldHome(env);
  const name = `${program}-${command}@${__OVLD_BUILDS__[program]}-${process.version}-${process.arch}`;
  return loadScript(file, createRequire(import.meta.url), home && join(home, "code", name));
}
