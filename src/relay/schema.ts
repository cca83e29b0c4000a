declare const value: unique symbol;

/** JSON Schema of a value of type T, with the few keywords that the tools use. */
export type Schema<T = unknown> = JsonSchema & { readonly [value]?: T };

export type JsonSchema = FieldSchema | BooleanSchema | ListSchema | ObjectSchema;
/** The schema of one input field. */
export type FieldSchema = TextSchema | IntegerSchema;

interface Described<T> {
  readonly description?: string;
  /** Takes the place of a field that is missing. */
  readonly default?: T;
}

export interface TextSchema extends Described<string> {
  readonly type: "string";
  readonly enum?: readonly string[];
  /** Lengths count characters as JSON Schema does: an emoji is one. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Describes in words what the pattern allows. */
  readonly title?: string;
}

export interface IntegerSchema extends Described<number> {
  readonly type: "integer";
  readonly minimum?: number;
  readonly maximum?: number;
}

interface BooleanSchema extends Described<boolean> {
  readonly type: "boolean";
}

interface ListSchema extends Described<never> {
  readonly type: "array";
  readonly items: JsonSchema;
}

export interface ObjectSchema<Field = JsonSchema> extends Described<never> {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

export type InputSchema<T = unknown> = ObjectSchema<FieldSchema> & { readonly [value]?: T };
export type OutputSchema<T = unknown> = ObjectSchema & { readonly [value]?: T };

/** A field that may be missing. */
interface Optional<S> {
  readonly optional: S;
}

type Fields<S> = Readonly<Record<string, S | Optional<S>>>;
type TypeOf<S> = S extends { readonly [value]?: infer T } ? Exclude<T, undefined> : never;
type OptionalKey<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];
type ObjectOf<F> = { [K in Exclude<keyof F, OptionalKey<F>>]: TypeOf<F[K]> } & {
  [K in OptionalKey<F>]?: F[K] extends Optional<infer S> ? TypeOf<S> | undefined : never;
};

/** Makes schemas. */
export const schema = {
  text: (more: Omit<TextSchema, "type" | "enum"> = {}): TextSchema & Schema<string> => ({ type: "string", ...more }),
  oneOf: <const T extends string>(values: readonly T[], more: Described<T> = {}): TextSchema & Schema<T> => ({
    ...{ type: "string", enum: values },
    ...more,
  }),
  integer: (more: Omit<IntegerSchema, "type"> = {}): IntegerSchema & Schema<number> => ({ type: "integer", ...more }),
  boolean: (more: Described<boolean> = {}): Schema<boolean> => ({ type: "boolean", ...more }),
  list: <S extends Schema>(items: S, more: Described<never> = {}): Schema<TypeOf<S>[]> => ({
    ...{ type: "array", items },
    ...more,
  }),
  optional: <S extends Schema>(field: S): Optional<S> => ({ optional: field }),
  /** An input may have fields that the schema lacks; they are ignored. */
  input: <const F extends Fields<FieldSchema>>(fields: F): InputSchema<ObjectOf<F>> => objectOf(fields),
  output: <const F extends Fields<JsonSchema>>(fields: F): OutputSchema<ObjectOf<F>> => ({
    ...objectOf(fields),
    additionalProperties: false,
  }),
};

function objectOf<S extends Schema>(fields: Fields<S>): ObjectSchema<S> {
  const properties: Record<string, S> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const isOptional = "optional" in field;
    const own = isOptional ? field.optional : field;
    properties[name] = own;
    if (!isOptional && own.default === undefined) required.push(name);
  }
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}
