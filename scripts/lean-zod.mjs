import { resolve } from "node:path";

/**
 * `@hono/zod-openapi` uses one class of zod, but imports all of zod as a value. That makes the chunk of every command
 * four times as large.
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
