import { OvldError } from "#errors/ovld-error.ts";

/** An argument of a program or a file name can contain neither NUL nor a lone surrogate. */
export function isPlainText(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

/** Refuses an invalid value, with its location in the plan, before a multiplexer runs. */
export function refuseUnrenderable(value: string, place: string): void {
  if (!isPlainText(value)) throw new OvldError("layout-unrenderable", { place, value });
}

/** Node decodes bytes of a name that are not UTF-8 as U+FFFD: such a path is missing or names another file. */
export function refuseLostBytes(path: string): void {
  if (/[\ufffd\p{Surrogate}]/u.test(path)) throw new OvldError("path-not-utf8", { path });
}
