/** A schema that is built on first access; refinements of it are deferred with it. */
export function later<Schema extends object>(make: () => Schema): Schema {
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

/**
 * Methods that only derive a schema. Any method missing here builds its schema at once, which is slower but correct.
 */
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
  "regex",
  "strict",
  "superRefine",
  "transform",
]);

function refineLater(schema: () => object, method: PropertyKey) {
  return (...args: unknown[]): object =>
    later(() => Reflect.apply(Reflect.get(schema(), method), schema(), args) as object);
}
