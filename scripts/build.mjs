// Builds dist/. Programs: `main`, which loads `commands` with every command and adapter, `relay`, and the module `tmux`
// with its types. Data: the hook scripts and the mod of Claude Code, shell completions, licences and the SBOM of bundled packages.
import { chmod, cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { buildPrograms } from "./build-programs.mjs";
import { buildTmux } from "./build-tmux.mjs";
import { bundledPackages } from "./bundled-packages.mjs";
import { writeCompletions } from "./completions.mjs";
import { noticesFor } from "./notices.mjs";
import { sbomFor } from "./sbom.mjs";

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
  // Unescaped Japanese takes half the size of its escapes, and parses as fast.
  charset: "utf8",
  metafile: true,
  define: { __OVLD_VERSION__: JSON.stringify(version) },
  logLevel: "warning",
};

await rm("dist", { recursive: true, force: true });
const programs = await buildPrograms(common, { programs: ["commands", "relay"], entries: ["main"] });
// The scripted agent of `ovld demo`.
const demoAgent = await build({ ...common, entryPoints: ["src/demo-agent.ts"] });
// The extension that pi loads for each role.
const piExtension = await build({
  ...common,
  entryPoints: { "pi-extension": "src/agent-cli/pi/extension/extension.ts" },
});
const metafiles = [demoAgent.metafile, piExtension.metafile, ...(await buildTmux(common)), ...programs];
const metafile = {
  inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
  outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
};
await writeFile("dist/metafile.json", JSON.stringify(metafile));
const bundled = await bundledPackages(metafile);
await writeFile("dist/THIRD_PARTY_NOTICES.md", await noticesFor(bundled.packages));
await writeFile("dist/sbom.cdx.json", await sbomFor(bundled));
for (const program of ["main.cjs", "demo-agent.js"]) await chmod(`dist/${program}`, 0o755);
await cp("src/agent-cli/claude/hooks", "dist/hooks", { recursive: true });
for (const script of await readdir("dist/hooks")) await chmod(`dist/hooks/${script}`, 0o755);
await cp("src/agent-cli/claude/mod/plugin", "dist/mod", { recursive: true });
// Claude Code runs it in an environment without Node, and reads it as text before: not minified.
await build({
  ...{ entryPoints: ["src/agent-cli/claude/mod/inside/register.ts"], outdir: "dist/mod/hooks", format: "esm" },
  ...{ bundle: true, target: "es2023", logLevel: "warning" },
});
await writeCompletions("dist/completions");
