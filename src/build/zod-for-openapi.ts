import { ZodType } from "zod";

/** The part of zod that the bundle gives to `@hono/zod-openapi`: see `scripts/lean-zod.mjs`. */
export const z = { ZodType };
