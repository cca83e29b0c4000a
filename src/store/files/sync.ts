import { closeSync, constants, fsync, openSync } from "node:fs";

/** A symlink in place of a file must not be followed, and a FIFO must not block. */
const SAFE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** fsync of `paths` and of open files, concurrently: the file system's journal commits them together. */
export async function syncTogether(paths: readonly string[], open: readonly number[] = []): Promise<void> {
  const opened: number[] = [];
  try {
    for (const path of paths) opened.push(openSync(path, SAFE));
    const results = await Promise.allSettled([...open, ...opened].map(sync));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  } finally {
    for (const handle of opened) closeSync(handle);
  }
}

function sync(handle: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(handle, (error) => (error ? reject(error) : resolve())));
}
