import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "./clock.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface Log {
  write(level: LogLevel, event: string, fields?: Record<string, unknown>): void;
}

export interface LogOptions {
  clock: Clock;
  maxBytes?: number;
  keep?: number;
  level?: LogLevel;
}

/** Neither follows a link nor blocks on a FIFO. */
const APPEND =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const ranks: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** JSON lines with one writer per file, rotated by size. A failed write never stops the caller. */
export function fileLog(file: string, { clock, maxBytes = 1024 * 1024, keep = 3, level = "info" }: LogOptions): Log {
  let size: number | undefined;
  return {
    write(at, event, fields = {}) {
      if (ranks[at] < ranks[level]) return;
      const line = `${JSON.stringify({ at: new Date(clock.now()).toISOString(), level: at, event, ...fields })}\n`;
      try {
        size ??= open(file);
        if (size > 0 && size + Buffer.byteLength(line) > maxBytes) {
          rotate(file, keep);
          size = 0;
        }
        append(file, line);
        size += Buffer.byteLength(line);
      } catch {
        size = undefined;
      }
    },
  };
}

export const silentLog: Log = { write() {} };

function open(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function append(file: string, line: string): void {
  const descriptor = openSync(file, APPEND, 0o600);
  try {
    if (fstatSync(descriptor).isFile()) writeSync(descriptor, line);
  } finally {
    closeSync(descriptor);
  }
}

function rotate(file: string, keep: number): void {
  rmSync(`${file}.${keep}`, { force: true });
  for (let n = keep - 1; n >= 1; n--)
    if (statSync(`${file}.${n}`, { throwIfNoEntry: false })) renameSync(`${file}.${n}`, `${file}.${n + 1}`);
  renameSync(file, `${file}.1`);
}
