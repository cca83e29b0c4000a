import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { fileFailure, temporaryBeside } from "#base/files.ts";
import { FORMAT, requireKnownFormat } from "#base/format.ts";
import { parseJson } from "#base/parse-json.ts";

export interface EventLine {
  /** Undefined where the line is no JSON: somebody's disk was full. */
  value: unknown;
  /** Where the next line begins. */
  end: number;
}

/**
 * An append-only file of JSON lines. Any number of processes write to it, each line whole, and all read the same lines in the
 * same order; a place in it stays what it is when the process that wrote there is gone.
 */
export interface EventFile {
  readonly id: string;
  /** Where its first line begins. */
  readonly begin: number;
  /** Up to here it was read. */
  readonly end: number;
  append(values: readonly unknown[]): void;
  /** The lines since the last call, of any process, read in portions. */
  news(): Iterable<EventLine>;
  /** Lines that were read before, from a place on, about `maxBytes` of them; undefined when no line begins there. */
  from(offset: number, maxBytes: number): EventLine[] | undefined;
  /** Whether another process began the journal anew. */
  isReplaced(): boolean;
  close(): void;
}

const NEWLINE = 0x0a;
const LONGEST_HEAD = 256;
const PORTION = 1024 * 1024;
const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW;

export function openEventFile(file: string): EventFile {
  const handle = attempt(file, () => openSync(file, FLAGS, 0o600));
  if (fstatSync(handle).size === 0) writeSync(handle, textOf([newHead()]));
  // Two processes may have found it empty: the first line counts.
  const head = linesIn(read(handle, 0, LONGEST_HEAD), 0)[0];
  const id = idIn(head?.value);
  if (head && id !== undefined) return journalOn(handle, file, { id, begin: head.end });
  closeSync(handle);
  requireKnownFormat(file, head?.value);
  replaceEventFile(file, []);
  return openEventFile(file);
}

/** Begins a journal anew with these lines: a place in the old one is none in the new one. */
export function replaceEventFile(file: string, values: readonly unknown[]): void {
  attempt(file, () => {
    const temporary = temporaryBeside(file);
    writeFileSync(temporary, textOf([newHead(), ...values]), { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  });
}

function journalOn(handle: number, file: string, { id, begin }: { id: string; begin: number }): EventFile {
  let end = begin;
  /** About `maxBytes`, but a whole line at least. */
  const portion = (from: number, to: number, maxBytes = PORTION): EventLine[] => {
    const lines = linesIn(read(handle, from, Math.min(to, from + maxBytes)), from);
    return lines.length > 0 || from + maxBytes >= to ? lines : portion(from, to, 4 * maxBytes);
  };
  return {
    id,
    begin,
    get end() {
      return end;
    },
    append: (values) => attempt(file, () => writeSync(handle, textOf(values))),
    *news() {
      const { size } = fstatSync(handle);
      for (let lines = portion(end, size); lines.length > 0; lines = portion(end, size))
        for (const line of lines) {
          end = line.end;
          yield line;
        }
    },
    from(offset, maxBytes) {
      if (offset < begin || offset > end || read(handle, offset - 1, offset)[0] !== NEWLINE) return undefined;
      return portion(offset, end, maxBytes);
    },
    isReplaced() {
      const there = statSync(file, { throwIfNoEntry: false });
      return there !== undefined && there.ino !== fstatSync(handle).ino;
    },
    close: () => closeSync(handle),
  };
}

function read(handle: number, from: number, to: number): Buffer {
  const buffer = Buffer.alloc(to - from);
  let length = 0;
  while (length < buffer.length) {
    const bytes = readSync(handle, buffer, length, buffer.length - length, from + length);
    if (bytes === 0) break;
    length += bytes;
  }
  return buffer.subarray(0, length);
}

/** Whole lines only: what is behind the last newline is still being written. */
function linesIn(bytes: Buffer, start: number): EventLine[] {
  const lines: EventLine[] = [];
  for (let at = 0, newline = bytes.indexOf(NEWLINE); newline >= 0; newline = bytes.indexOf(NEWLINE, at)) {
    lines.push({ value: parseJson(bytes.toString("utf8", at, newline)), end: start + newline + 1 });
    at = newline + 1;
  }
  return lines;
}

function textOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function newHead(): { version: number; journal: string } {
  return { version: FORMAT, journal: randomBytes(8).toString("hex") };
}

function idIn(head: unknown): string | undefined {
  const { journal: id, version = FORMAT } = (head ?? {}) as { journal?: unknown; version?: unknown };
  return typeof id === "string" && /^[0-9a-f]{16}$/.test(id) && version === FORMAT ? id : undefined;
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure("write", file, error);
  }
}
