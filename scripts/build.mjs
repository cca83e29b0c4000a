// Builds dist/: two entries, shared chunks, every verb and adapter in a chunk of its own, and the licences of what is bundled.
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { noticesFor } from "./notices.mjs";

const { version } = JSON.parse(await readFile("package.json", "utf8"));

await rm("dist", { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ["src/main.ts", "src/relay.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  define: { __OVLD_VERSION__: JSON.stringify(version) },
  logLevel: "warning",
});
await writeFile("dist/metafile.json", JSON.stringify(metafile));
await writeFile("dist/THIRD_PARTY_NOTICES.md", await noticesFor(metafile));
await chmod("dist/main.js", 0o755);
