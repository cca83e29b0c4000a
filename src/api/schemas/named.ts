import "@hono/zod-openapi";
import type * as z from "zod";

/** Adds a schema to the OpenAPI document by name. */
export function named<T extends z.ZodType>(name: string, schema: T): T {
  return schema.openapi(name);
}
