import { readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { writeDeclarations } from "./declarations.mjs";
import { buildPackages, onDemand } from "./on-demand.mjs";

const PLAIN = ".cache/tmux-plain.mjs";

/**
 * Builds the module `tmux`: one file with the agents of the built-in formations, rarely used packages in files of their
 * own, and types. Returns the metafiles.
 * @param {import("esbuild").BuildOptions & { metafile: true }} common
 */
export async function buildTmux(common) {
  const entryPoints = ["src/tmux.ts"];
  const { outdir: _, ...plain } = common;
  await build({ ...plain, entryPoints, outfile: PLAIN });
  const agents = await builtInAgents();
  const lean = await build({
    ...common,
    entryPoints,
    minify: true,
    plugins: [onDemand],
    logOverride: { "import-is-undefined": "error" },
    define: { ...common.define, __OVLD_AGENTS__: JSON.stringify(agents) },
  });
  await writeDeclarations("tmux.d.ts", "dist/types");
  return [lean.metafile, ...(await buildPackages(plain))];
}

/** Agents of each shipped formation, from the module's own code. */
async function builtInAgents() {
  const { ConfigLoader } = await import(pathToFileURL(PLAIN).href);
  const names = (await readdir("formations")).map((file) => file.slice(0, -".toml".length));
  return Object.fromEntries(
    names.map((name) => {
      const env = { HOME: "/nonexistent", OVLD_TMUX_FORMATION: name };
      return [name, ConfigLoader.load({ env, directory: "/nonexistent" }).tmux.agents];
    }),
  );
}
