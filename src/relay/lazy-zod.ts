import * as zod from "zod";

/**
 * The build gives this to the SDK as its zod. The SDK describes every message of every protocol version when it is
 * loaded, some 2,000 schemas of which a relay uses a few: here a schema is made when it is first looked at.
 */
function later<Schema extends object>(make: () => Schema): Schema {
  let made: Schema | undefined;
  const schema = (): Schema => {
    made ??= make();
    return made;
  };
  return new Proxy({} as Schema, {
    get: (_target, key) => (made || !REFINING.has(key) ? Reflect.get(schema(), key) : refineLater(schema, key)),
    has: (_target, key) => Reflect.has(schema(), key),
    set: (_target, key, value) => Reflect.set(schema(), key, value),
    getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
  });
}

/** Methods that only make a schema of another; any other makes the schema it is called on, which is slower, not wrong. */
const REFINING = new Set<PropertyKey>([
  "and",
  "array",
  "catch",
  "default",
  "describe",
  "extend",
  "int",
  "loose",
  "max",
  "merge",
  "min",
  "nullable",
  "omit",
  "optional",
  "or",
  "partial",
  "passthrough",
  "pick",
  "refine",
  "strict",
  "superRefine",
  "transform",
]);

function refineLater(schema: () => object, method: PropertyKey) {
  return (...args: unknown[]): object =>
    later(() => Reflect.apply(Reflect.get(schema(), method), schema(), args) as object);
}

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
