import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** A folder under .cache/ that `fill` filled, now or in an earlier run. An incomplete folder is filled again. */
export async function installed(
  name: string,
  versions: readonly string[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = folderOf(name);
  const stamp = stampOf(folder, versions);
  if (existsSync(stamp)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill(folder);
  await writeFile(`${stamp}.new`, "");
  await rename(`${stamp}.new`, stamp);
  return folder;
}

export function isInstalled(name: string, versions: readonly string[]): boolean {
  return existsSync(stampOf(folderOf(name), versions));
}

function folderOf(name: string): string {
  return resolve(".cache", "interop", name);
}

function stampOf(folder: string, versions: readonly string[]): string {
  return join(folder, `.done-${versions.join("-").replaceAll(/[^\w.@=-]/g, "_")}`);
}
