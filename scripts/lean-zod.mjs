import { resolve } from "node:path";

/**
 * `@hono/zod-openapi` takes the whole of zod as a value, which would put four times as much of it into the chunk that every verb
 * loads. It looks at one class of it alone.
 * @type {import("esbuild").Plugin}
 */
export const leanZod = {
  name: "lean-zod",
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, ({ importer }) =>
      importer.includes("node_modules/@hono/zod-openapi/")
        ? { path: resolve("src/build/zod-for-openapi.ts") }
        : undefined,
    );
  },
};
