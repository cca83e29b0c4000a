import { resolve } from "node:path";
import { build } from "esbuild";

/**
 * Bundles a TypeScript program of this project into one file for plain Node; returns its path.
 * @param {string} source
 * @param {string} outfile
 */
export async function bundle(source, outfile) {
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    logLevel: "error",
  });
  return resolve(outfile);
}
