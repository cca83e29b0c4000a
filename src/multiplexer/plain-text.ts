import { OvldError } from "#errors/ovld-error.ts";

/** Whether an argument of a program or the name of a file can hold a text. */
export function isPlainText(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

/** Refuses what a plan cannot hold, with the place, before a multiplexer sees it. */
export function refuseUnrenderable(value: string, place: string): void {
  if (!isPlainText(value)) throw new OvldError("layout-unrenderable", { place, value });
}

/** Node puts U+FFFD where the bytes of a name are not UTF-8: such a path leads to nothing, or to something else. */
export function refuseLostBytes(path: string): void {
  if (/[\ufffd\p{Surrogate}]/u.test(path)) throw new OvldError("path-not-utf8", { path });
}
