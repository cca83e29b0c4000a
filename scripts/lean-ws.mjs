import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";

/**
 * `ws` loads Node's own modules by `require`, which an ES module does not have.
 * @type {import("esbuild").Plugin}
 */
export const leanWs = {
  name: "lean-ws",
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/]ws[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(/require\('([a-z]+)'\)/g, (call, name) =>
        isBuiltin(name) ? `process.getBuiltinModule('${name}')` : call,
      ),
    }));
  },
};
