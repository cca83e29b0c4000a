import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { leanZod } from "./lean-zod.mjs";

/** `import.meta.url` of a CommonJS file. */
const URL_OF_FILE = "__ovldFileUrl";
const findUrl = `const ${URL_OF_FILE}=require("node:url").pathToFileURL(__filename).href;`;

/**
 * Builds programs and the entries that load them; returns the metafiles. A program is one function expression in one
 * file, so that V8's compiled code of all of it can be stored (src/home/load-script.ts). An entry is a few kilobytes.
 * @param {import("esbuild").BuildOptions & { metafile: true }} common
 * @param {{ programs: string[], entries: string[] }} names
 */
export async function buildPrograms(common, { programs, entries }) {
  const options = {
    ...common,
    format: /** @type {const} */ ("cjs"),
    outExtension: { ".js": ".cjs" },
    define: { ...common.define, "import.meta.url": URL_OF_FILE },
  };
  const formations = JSON.stringify(await shippedFormations());
  const built = await Promise.all(
    programs.map((name) =>
      build({
        ...options,
        entryPoints: [`src/${name}.ts`],
        charset: "ascii",
        define: { ...options.define, __OVLD_FORMATIONS__: formations },
        plugins: [leanZod],
        banner: { js: `(function(module,require,__filename){${findUrl}` },
        footer: { js: "})" },
      }),
    ),
  );
  for (const name of programs) await escapeRest(`dist/${name}.cjs`);
  const builds = await Promise.all(programs.map(async (name) => [name, await hashOf(`dist/${name}.cjs`)]));
  const started = await build({
    ...options,
    entryPoints: entries.map((name) => `src/${name}.ts`),
    banner: { js: findUrl },
    define: { ...options.define, __OVLD_BUILDS__: JSON.stringify(Object.fromEntries(builds)) },
  });
  return [...built, started].map(({ metafile }) => metafile);
}

/** The content of each shipped formation, by its name. */
async function shippedFormations() {
  const files = (await readdir("formations")).filter((file) => file.endsWith(".toml"));
  const read = async (/** @type {string} */ file) =>
    getStaticTOMLValue(parseTOML(await readFile(`formations/${file}`, "utf8")));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(0, -".toml".length), await read(file)])),
  );
}

/**
 * A program is read as one byte for each character, which is faster. esbuild 0.28 escapes strings, but no regular
 * expressions.
 * @param {string} file
 */
async function escapeRest(file) {
  const text = await readFile(file, "utf8");
  const escaped = text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  await writeFile(file, escaped);
}

/** @param {string} file */
async function hashOf(file) {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex")
    .slice(0, 12);
}
