import { closeSync, constants, fsync, openSync } from "node:fs";

/** A link planted in place of a file must not be followed, nor a pipe hold its opener. */
const SAFE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** fsync of `paths` and of what is open already, all at once: the journal takes them as one commit. */
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
