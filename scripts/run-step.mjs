import { spawnSync } from "node:child_process";
import { chdir } from "node:process";
import { fileURLToPath } from "node:url";

// Ctrl-C also reaches the step, which may have to clean up, so this script waits for it.
process.on("SIGINT", () => {});

chdir(fileURLToPath(new URL("..", import.meta.url)));

/**
 * Runs and prints one step in the project's folder; exits with its status when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ accept?: number[], env?: NodeJS.ProcessEnv }} [options]
 */
export function runStep(program, args, { accept = [0], env = process.env } = {}) {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", env });
  if (error) throw error;
  if (status === null || !accept.includes(status)) process.exit(status ?? 1);
}

/**
 * A tool of node_modules, started with this Node.
 * @param {string} name
 */
export function tool(name) {
  return `node_modules/.bin/${name}`;
}
