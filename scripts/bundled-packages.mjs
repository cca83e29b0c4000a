import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {{ folder: string, name: string, version: string, license: string, uses: string[] }} BundledPackage
 *   `folder` as in the lock file, e.g. `node_modules/hono`; `uses`: the folders of packages that its code imports.
 */

/**
 * Packages with code in the built files, by folder, and those that the project's own code imports.
 * @param {import("esbuild").Metafile} metafile
 * @returns {Promise<{ packages: BundledPackage[], used: string[] }>}
 */
export async function bundledPackages(metafile) {
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? (folderOf(input) ?? []) : [])),
  );
  const folders = [...new Set(bundled)].sort();
  /** @param {string | undefined} importer */
  const usedBy = (importer) => {
    const own = Object.entries(metafile.inputs).filter(([input]) => folderOf(input) === importer);
    const used = new Set(own.flatMap(([, { imports }]) => imports.flatMap(({ path }) => folderOf(path) ?? [])));
    return folders.filter((folder) => folder !== importer && used.has(folder));
  };
  const packages = folders.map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return { folder, name, version, license, uses: usedBy(folder) };
  });
  return { packages: await Promise.all(packages), used: usedBy(undefined) };
}

/**
 * esbuild resolves a symlinked `node_modules`; the lock file has paths relative to it.
 * @param {string} file
 */
function folderOf(file) {
  return /(?:^|\/)(node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}
