// Builds dist/: `main` with every verb and adapter in a chunk of its own, `relay` as one file, and the licences of what is bundled.
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { noticesFor } from "./notices.mjs";

const { version } = JSON.parse(await readFile("package.json", "utf8"));

/** @type {import("esbuild").BuildOptions & { metafile: true }} */
const common = {
  outdir: "dist",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  define: { __OVLD_VERSION__: JSON.stringify(version) },
  logLevel: "warning",
};

await rm("dist", { recursive: true, force: true });
const main = await build({ ...common, entryPoints: ["src/main.ts"], splitting: true });
// Six relays start at once beside six agents: one minified file without what the SDK brings and a relay never uses
// starts in three quarters of the time (docs/decisions/0006).
const relay = await build({
  ...common,
  entryPoints: ["src/relay.ts"],
  minify: true,
  alias: { "@modelcontextprotocol/server/_shims": "./src/relay/sdk-shims.ts", "zod/v4": "./src/relay/lazy-zod.ts" },
});
const metafile = {
  inputs: { ...relay.metafile.inputs, ...main.metafile.inputs },
  outputs: { ...relay.metafile.outputs, ...main.metafile.outputs },
};
await writeFile("dist/metafile.json", JSON.stringify(metafile));
await writeFile("dist/THIRD_PARTY_NOTICES.md", await noticesFor(metafile));
await chmod("dist/main.js", 0o755);
