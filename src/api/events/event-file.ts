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
  /** Undefined for a torn line, which a full disk leaves. */
  value: unknown;
  /** Offset behind the line. */
  end: number;
}

/**
 * An append-only file of JSON lines. Several processes append whole lines without a lock, and all of them read the same
 * lines in the same order. An offset stays valid after the writing process has ended.
 */
export interface EventFile {
  readonly id: string;
  /** Offset of the first line. */
  readonly begin: number;
  /** Offset behind the last line that was read. */
  readonly end: number;
  append(values: readonly unknown[]): void;
  /** The lines since the last call, of all processes; reads in portions. */
  newLines(): Iterable<EventLine>;
  /** Lines that were read before, about `maxBytes` of them; undefined when no line starts at `offset`. */
  from(offset: number, maxBytes: number): EventLine[] | undefined;
  /** Whether there is another file at the path. */
  isReplaced(): boolean;
  close(): void;
}

const NEWLINE = 0x0a;
const LONGEST_HEAD = 256;
const PORTION = 1024 * 1024;
const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW;

export function openEventFile(path: string): EventFile {
  const handle = attempt(path, () => openSync(path, FLAGS, 0o600));
  if (fstatSync(handle).size === 0) writeSync(handle, textOf([newHead()]));
  // If two processes found the file empty, the first of two heads is valid.
  const head = linesIn(read(handle, 0, LONGEST_HEAD), 0)[0];
  const id = idIn(head?.value);
  if (head && id !== undefined) return eventFileOn(handle, path, { id, begin: head.end });
  closeSync(handle);
  requireKnownFormat(path, head?.value);
  replaceEventFile(path, []);
  return openEventFile(path);
}

/** Replaces the file by one with these lines and another id: offsets in the old file become invalid. */
export function replaceEventFile(path: string, values: readonly unknown[]): void {
  attempt(path, () => {
    const temporary = temporaryBeside(path);
    writeFileSync(temporary, textOf([newHead(), ...values]), { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
  });
}

function eventFileOn(handle: number, path: string, { id, begin }: { id: string; begin: number }): EventFile {
  let end = begin;
  /** At least one whole line of any length. */
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
    append: (values) => attempt(path, () => writeSync(handle, textOf(values))),
    *newLines() {
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
      const found = statSync(path, { throwIfNoEntry: false });
      return found !== undefined && found.ino !== fstatSync(handle).ino;
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

/** Whole lines only: another process may be writing behind the last newline. */
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

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure("write", path, error);
  }
}
