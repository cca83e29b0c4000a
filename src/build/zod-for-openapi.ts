import { ZodType } from "zod";

/** What `@hono/zod-openapi` sees of zod in the bundle: see `scripts/lean-zod.mjs`. */
export const z = { ZodType };
