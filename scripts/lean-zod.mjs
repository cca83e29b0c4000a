import { resolve } from "node:path";

/**
 * `@hono/zod-openapi` imports the whole of zod as a value, which makes the chunk of every command four times as large. It uses
 * one class only.
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
