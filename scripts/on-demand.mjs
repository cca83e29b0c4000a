import { resolve } from "node:path";
import { build } from "esbuild";

/**
 * Functions of packages that the module `tmux` uses. Each package is a file of its own that is loaded at the first
 * call. Reading and validating settings takes longer than making a session, and most sessions need neither.
 * `makes`: the functions build schemas, which are deferred until first access.
 * @type {Record<string, { makes: boolean, names: string[] }>}
 */
const packages = {
  zod: {
    makes: true,
    names: ["array", "boolean", "enum", "int", "literal", "record", "strictObject", "string", "union"],
  },
  "toml-eslint-parser": { makes: false, names: ["getStaticTOMLValue", "parseTOML", "ParseError"] },
};

/** @type {import("esbuild").Plugin} */
export const onDemand = {
  name: "on-demand",
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${Object.keys(packages).join("|")})$`);
    onResolve({ filter }, ({ path }) => ({ path, namespace: "on-demand" }));
    onLoad({ filter: /./, namespace: "on-demand" }, ({ path }) => ({
      contents: shimOf(path),
      resolveDir: process.cwd(),
    }));
  },
};

/**
 * Writes these files; returns the metafile.
 * @param {import("esbuild").BuildOptions & { metafile: true }} common
 */
export async function buildPackages(common) {
  const results = await Promise.all(
    Object.entries(packages).map(([name, { names }]) =>
      build({
        ...common,
        stdin: { contents: `export { ${names.join(", ")} } from "${name}"`, resolveDir: process.cwd() },
        outfile: fileOf(name),
        format: "cjs",
        minify: true,
      }),
    ),
  );
  return results.map(({ metafile }) => metafile);
}

/** @param {string} name */
function fileOf(name) {
  return `dist/on-demand/${name}.cjs`;
}

/** @param {string} name */
function shimOf(name) {
  const { makes, names } = packages[name] ?? { makes: false, names: [] };
  return `import { createRequire } from "node:module";
import { later } from ${JSON.stringify(resolve("src/build/later.ts"))};
const load = () => createRequire(import.meta.url)("./on-demand/${name}.cjs");
const part = (name) => new Proxy(function () {}, {
  apply: (_, __, args) => ${makes ? "later(() => load()[name](...args))" : "load()[name](...args)"},
  get: (_, key) => load()[name][key],
});
${names.map((each) => `const $${each} = /* @__PURE__ */ part("${each}");`).join("\n")}
export { ${names.map((each) => `$${each} as ${each}`).join(", ")} };`;
}
