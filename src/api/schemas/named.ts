import "@hono/zod-openapi";
import type * as z from "zod";

/** Gives a schema a name of its own in the API's document. */
export function named<T extends z.ZodType>(name: string, schema: T): T {
  return schema.openapi(name);
}
