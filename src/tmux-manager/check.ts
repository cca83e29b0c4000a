import type { Expectation } from "#errors/expectation.ts";
import { describeFound } from "#errors/expectation-of.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { isPlainText } from "#multiplexer/plain-text.ts";

/**
 * Returns a copy of a valid value; throws `bad-argument` with the path of the first invalid one, e.g.
 * `config.agents[1].id`.
 */
export type Check<T> = (value: unknown, path: string) => T;

/** A check for each key of an object. */
export type Shape<T> = { readonly [Key in keyof T]-?: Check<T[Key]> };

/** Refuses keys that the shape does not have. */
export function fields<T extends object>(shape: Shape<T>): Check<T> {
  const knownFields = someFields(shape);
  return (value, path) => {
    const copy = knownFields(value, path);
    const stray = Object.keys(value as object).find((key) => !Object.hasOwn(shape, key));
    if (stray === undefined) return copy;
    throw badArgument(`a key of ${path}`, { type: "one-of", values: Object.keys(shape) }, stray);
  };
}

/** Drops keys that the shape does not have. */
export function someFields<T extends object>(shape: Shape<T>): Check<T> {
  return (value, path) => {
    const given = tableAt(value, path);
    const checked = Object.entries<Check<unknown>>(shape).map(([key, check]) => [
      key,
      check(given[key], `${path}.${key}`),
    ]);
    return Object.fromEntries(checked.filter(([, copy]) => copy !== undefined)) as T;
  };
}

/** Arbitrary keys with values of one kind. */
export function entries<T>(isName: (name: string) => boolean, check: Check<T>): Check<Record<string, T>> {
  return (value, path) => {
    const checked = Object.entries(tableAt(value, path)).map(([name, each]) => {
      if (!isName(name)) throw badArgument(`a name in ${path}`, { type: "text-matching", example: '"NAME"' }, name);
      return [name, check(each, `${path}.${name}`)];
    });
    return Object.fromEntries(checked);
  };
}

export function list<T>(check: Check<T>): Check<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw mistyped(path, { type: "list" }, value);
    return Array.from(value, (item, index) => check(item, `${path}[${index}]`));
  };
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, path) => (value === undefined ? undefined : check(value, path));
}

export function oneOf<T extends string>(values: readonly T[]): Check<T> {
  return (value, path) => {
    if ((values as readonly unknown[]).includes(value)) return value as T;
    throw badArgument(path, { type: "one-of", values }, value);
  };
}

export function wholeNumber(from: number, to?: number): Check<number> {
  return (value, path) => {
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= (to ?? value))
      return value;
    throw mistyped(path, { type: "whole-number", from, to }, value);
  };
}

export const text: Check<string> = (value, path) => {
  if (typeof value !== "string") throw mistyped(path, { type: "text" }, value);
  return value;
};

/** Text that can be an argument of a program. */
export const plainText: Check<string> = (value, path) => {
  if (isPlainText(text(value, path))) return value as string;
  throw badArgument(path, { type: "plain-text" }, value);
};

export const filledText: Check<string> = (value, path) => {
  if (plainText(value, path) !== "") return value as string;
  throw badArgument(path, { type: "not-empty" }, value);
};

export function badArgument(argument: string, expected: Expectation, found: unknown): OvldError<"bad-argument"> {
  return new OvldError("bad-argument", { argument, expected, found: describeFound(found) });
}

function mistyped(path: string, expected: Expectation, found: unknown): OvldError<"bad-argument"> {
  return badArgument(path, found === undefined ? { type: "present" } : expected, found);
}

/** Refuses a `Map`, a `Date` or a list, because their keys have no meaning; `process.env` passes. */
function tableAt(value: unknown, path: string): Record<string, unknown> {
  if (Object.prototype.toString.call(value) === "[object Object]") return value as Record<string, unknown>;
  throw mistyped(path, { type: "table" }, value);
}
