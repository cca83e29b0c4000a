import type { Expectation } from "#errors/expectation.ts";
import { describeFound } from "#errors/expectation-of.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { isPlainText } from "#multiplexer/plain-text.ts";

/** Returns a copy of a good value; throws `bad-argument` with the place of the first bad one, e.g. `config.agents[1].id`. */
export type Check<T> = (value: unknown, place: string) => T;

/** A check for each key of an object. */
export type Shape<T> = { readonly [Key in keyof T]-?: Check<T[Key]> };

/** Refuses keys that the shape does not have. */
export function fields<T extends object>(shape: Shape<T>): Check<T> {
  const knownFields = someFields(shape);
  return (value, place) => {
    const copy = knownFields(value, place);
    const stray = Object.keys(value as object).find((key) => !Object.hasOwn(shape, key));
    if (stray === undefined) return copy;
    throw badArgument(`a key of ${place}`, { type: "one-of", values: Object.keys(shape) }, stray);
  };
}

/** Leaves out keys that the shape does not have. */
export function someFields<T extends object>(shape: Shape<T>): Check<T> {
  return (value, place) => {
    const given = tableAt(value, place);
    const checked = Object.entries<Check<unknown>>(shape).map(([key, check]) => [
      key,
      check(given[key], `${place}.${key}`),
    ]);
    return Object.fromEntries(checked.filter(([, copy]) => copy !== undefined)) as T;
  };
}

/** Any names with values of one kind. */
export function entries<T>(isName: (name: string) => boolean, check: Check<T>): Check<Record<string, T>> {
  return (value, place) => {
    const checked = Object.entries(tableAt(value, place)).map(([name, each]) => {
      if (!isName(name)) throw badArgument(`a name in ${place}`, { type: "text-matching", example: '"NAME"' }, name);
      return [name, check(each, `${place}.${name}`)];
    });
    return Object.fromEntries(checked);
  };
}

export function list<T>(check: Check<T>): Check<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) throw mistyped(place, { type: "list" }, value);
    return Array.from(value, (item, index) => check(item, `${place}[${index}]`));
  };
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, place) => (value === undefined ? undefined : check(value, place));
}

export function oneOf<T extends string>(values: readonly T[]): Check<T> {
  return (value, place) => {
    if ((values as readonly unknown[]).includes(value)) return value as T;
    throw badArgument(place, { type: "one-of", values }, value);
  };
}

export function wholeNumber(from: number, to?: number): Check<number> {
  return (value, place) => {
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= (to ?? value))
      return value;
    throw mistyped(place, { type: "whole-number", from, to }, value);
  };
}

export const text: Check<string> = (value, place) => {
  if (typeof value !== "string") throw mistyped(place, { type: "text" }, value);
  return value;
};

/** Text that can be an argument of a program. */
export const plainText: Check<string> = (value, place) => {
  if (isPlainText(text(value, place))) return value as string;
  throw badArgument(place, { type: "plain-text" }, value);
};

export const filledText: Check<string> = (value, place) => {
  if (plainText(value, place) !== "") return value as string;
  throw badArgument(place, { type: "not-empty" }, value);
};

export function badArgument(argument: string, expected: Expectation, found: unknown): OvldError<"bad-argument"> {
  return new OvldError("bad-argument", { argument, expected, found: describeFound(found) });
}

function mistyped(place: string, expected: Expectation, found: unknown): OvldError<"bad-argument"> {
  return badArgument(place, found === undefined ? { type: "present" } : expected, found);
}

/** Not a `Map`, a `Date` or a list, whose keys would say nothing; `process.env` is one. */
function tableAt(value: unknown, place: string): Record<string, unknown> {
  if (Object.prototype.toString.call(value) === "[object Object]") return value as Record<string, unknown>;
  throw mistyped(place, { type: "table" }, value);
}
