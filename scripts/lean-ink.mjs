import { resolve } from "node:path";

/** @param {string} file @param {string} name */
const ours = (file, name) => `export { ${name} as default } from ${JSON.stringify(resolve(file))};`;

/**
 * What stands in for parts of Ink: three that cost too much on a screen that is redrawn for hours, and three that nobody needs
 * here (docs/decisions/0011-ink-draws-we-paint.md).
 * @type {Record<string, string>}
 */
const standIns = {
  "./output.js": ours("src/tui/lean-output.ts", "LeanOutput"),
  "./measure-text.js": ours("src/tui/bounded-measure.ts", "measureText"),
  "widest-line": ours("src/tui/bounded-measure.ts", "widestLine"),
  "./devtools.js": "",
  "./ErrorOverview.js": "export default () => null;",
  "signal-exit": "export default () => () => {};",
};

/** @type {import("esbuild").Plugin} */
export const leanInk = {
  name: "lean-ink",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path, importer }) =>
      /node_modules\/(ink|restore-cursor)\//.test(importer) && path in standIns
        ? { path, namespace: "lean-ink" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "lean-ink" }, ({ path }) => ({
      contents: standIns[path] ?? "",
      resolveDir: resolve("."),
    }));
  },
};
