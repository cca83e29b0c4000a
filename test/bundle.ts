import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a TypeScript program so that plain Node of any supported version can run it. */
export async function bundleProgram(source: string, folder: string): Promise<string> {
  const outfile = join(folder, `${source.replaceAll(/[^a-z0-9]+/gi, "-")}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "error",
  });
  return outfile;
}
