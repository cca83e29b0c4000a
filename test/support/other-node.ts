import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";

/** Folder for the npm package `node` of another major version. */
function folderOf(major: number): string {
  return resolve(`.cache/node-${major}`);
}

/** Reason why another Node is not available, or false; CI fetches it. */
export function withoutNode(major: number): string | false {
  if (process.env.CI === "true" || existsSync(folderOf(major))) return false;
  return `Node ${major} is fetched only in CI`;
}

/** The program of another Node version. */
export async function otherNode(major: number): Promise<string> {
  const folder = folderOf(major);
  const program = resolve(folder, "node_modules/node/bin/node");
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    await promisify(execFile)("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", `node@${major}`]);
  }
  return program;
}
