import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LoadedScript, loadScript } from "./load-script.ts";
import { ovldHome } from "./ovld-home.ts";

declare const __OVLD_BUILDS__: Readonly<Record<string, string>>;

/**
 * Loads a program of the package. `command` names what it will do: each command compiles other functions, so each has
 * code of its own. Code is kept where `ovld summon` has made a folder for it.
 */
export function loadProgram<Exports>(program: string, command: string, env: NodeJS.ProcessEnv): LoadedScript<Exports> {
  const file = fileURLToPath(new URL(`${program}.cjs`, import.meta.url));
  const home = ovldHome(env);
  const name = `${program}-${command}@${__OVLD_BUILDS__[program]}-${process.version}-${process.arch}`;
  return loadScript(file, createRequire(import.meta.url), home && join(home, "code", name));
}
