import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { DiskLog } from "./disk-log.ts";

/** Logs the file operations of this process until it is disposed. */
export function recordDisk<Event>(log: DiskLog<Event>): Disposable {
  const observers: Record<string, Observer> = {
    rename: (_, from, to) => log.renamed(String(from), String(to)),
    link: (_, from, to) => log.linked(String(from), String(to)),
    unlink: (_, path) => log.unlinked(String(path)),
    rm: (_, path) => log.unlinked(String(path)),
    mkdir: (_, path) => log.made(String(path)),
    lutimes: (_, path, _atime, mtime) => log.timed(String(path), Number(mtime) * 1000),
  };
  const undo = [
    ...Object.entries(observers).flatMap(([name, observe]) => [
      after(fs, `${name}Sync`, observe),
      after(fs.promises, name, observe),
    ]),
    after(fs, "openSync", (fd, path, flags) => log.opened(Number(fd), String(path), flags === "wx")),
    after(fs, "writeFileSync", (_, fd, content) => log.wrote(Number(fd), String(content))),
    after(fs, "fsync", () => {}, syncing(log)),
    after(fs, "fsyncSync", (_, fd) => log.synced(Number(fd), log.entries.length)),
    after(fs.promises, "open", (handle, path, flags) => {
      log.opened((handle as fs.promises.FileHandle).fd, String(path), flags === "wx");
      watchHandle(log, handle as fs.promises.FileHandle);
    }),
  ];
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      for (const restore of undo) restore();
      syncBuiltinESMExports();
    },
  };
}

type Observer = (result: unknown, ...args: unknown[]) => void;
type Call = (...args: unknown[]) => unknown;

/** Calls `observe` after each successful call; `around` may replace the arguments. */
function after(target: object, name: string, observe: Observer, around = (args: unknown[]) => args): () => void {
  const calls = target as Record<string, Call>;
  const original = calls[name];
  if (!original) throw new Error(`no ${name}`);
  calls[name] = (...args) => {
    const result = original.apply(target, around(args));
    if (!(result instanceof Promise)) {
      observe(result, ...args);
      return result;
    }
    return result.then((value: unknown) => {
      observe(value, ...args);
      return value;
    });
  };
  return () => {
    calls[name] = original;
  };
}

function syncing(log: DiskLog<unknown>) {
  return ([fd, done]: unknown[]): unknown[] => {
    const since = log.entries.length;
    const onDone = (error: unknown) => {
      if (!error) log.synced(Number(fd), since);
      (done as Call)(error);
    };
    return [fd, onDone];
  };
}

function watchHandle(log: DiskLog<unknown>, handle: fs.promises.FileHandle): void {
  const { fd } = handle;
  let since = 0;
  after(handle, "writeFile", (_, content) => log.wrote(fd, String(content)));
  after(
    handle,
    "sync",
    () => log.synced(fd, since),
    (args) => {
      since = log.entries.length;
      return args;
    },
  );
}
