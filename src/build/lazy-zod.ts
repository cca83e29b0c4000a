import * as zod from "zod";
import { later } from "#base/later.ts";

/**
 * The build gives this to the MCP SDK as its zod. The SDK builds some 2,000 schemas for all protocol versions when it
 * loads, and a relay uses a few of them. Here a schema is built on first access.
 */
function lazily<Make extends (...args: never[]) => object>(make: Make): Make {
  return ((...args: never[]) => later(() => make(...args))) as Make;
}

export const any = lazily(zod.any);
export const array = lazily(zod.array);
export const boolean = lazily(zod.boolean);
export const discriminatedUnion = lazily(zod.discriminatedUnion);
export const email = lazily(zod.email);
export const intersection = lazily(zod.intersection);
export const lazy = lazily(zod.lazy);
export const literal = lazily(zod.literal);
export const looseObject = lazily(zod.looseObject);
export const number = lazily(zod.number);
export const object = lazily(zod.object);
export const optional = lazily(zod.optional);
export const preprocess = lazily(zod.preprocess);
export const record = lazily(zod.record);
export const string = lazily(zod.string);
export const union = lazily(zod.union);
export const unknown = lazily(zod.unknown);
export const url = lazily(zod.url);
const lazyEnum = lazily(zod.enum);
const lazyNull = lazily(zod.null);

export { lazyEnum as enum, lazyNull as null };
export const coerce = { number: lazily(zod.coerce.number) };
export const iso = { date: lazily(zod.iso.date), datetime: lazily(zod.iso.datetime) };
export const { NEVER, safeParse, toJSONSchema, ZodIssueCode } = {
  NEVER: zod.NEVER,
  safeParse: zod.safeParse,
  toJSONSchema: zod.toJSONSchema,
  ZodIssueCode: zod.ZodIssueCode,
};
