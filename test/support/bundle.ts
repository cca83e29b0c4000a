import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";

/** Bundles a TypeScript program so that plain Node of any supported version can run it. */
export function bundleProgram(source: string, folder: string): Promise<string> {
  const name = source.replaceAll(/[^a-z0-9]+/gi, "-");
  return bundle({ entryPoints: [source] }, join(folder, `${name}.mjs`));
}

/** Bundles a program whose source is a text in a test. */
export function bundleText(contents: string, outfile: string): Promise<string> {
  return bundle({ stdin: { contents, resolveDir: process.cwd(), loader: "ts" } }, outfile);
}

async function bundle(source: Pick<BuildOptions, "entryPoints" | "stdin">, outfile: string): Promise<string> {
  await build({
    ...source,
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "error",
  });
  return outfile;
}
