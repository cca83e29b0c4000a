export type ErrorKind =
  | "bug"
  | "usage"
  | "config"
  | "missing-program"
  | "not-found"
  | "conflict"
  | "program-failed"
  | "store"
  | "sandbox"
  | "cancelled";

export interface SourceLocation {
  file: string;
  line: number;
  column: number;
}

/** One error: its kind, its message (the fact), and its hint (the next step). */
export function entry<const Kind extends ErrorKind, V, W extends { hint?(details: V): string }>(
  kind: Kind,
  wording: { message(details: V): string } & W,
) {
  return { kind, ...wording };
}

/** Translation of an error table: same codes, same details. */
export type WordingOf<Table extends Record<string, { message(details: never): string }>> = {
  readonly [Code in keyof Table]: {
    message(details: Parameters<Table[Code]["message"]>[0]): string;
  } & (Table[Code] extends { hint: unknown }
    ? { hint(details: Parameters<Table[Code]["message"]>[0]): string }
    : object);
};
