import { type FSWatcher, watch } from "node:fs";
import { reasonOf } from "#errors/ovld-error.ts";
import type { RoleId } from "#mail/message.ts";
import { newNotice } from "./notice.ts";
import { foldersOf } from "./role-folders.ts";
import { folderIn, requireStore, type StoreDir } from "./store-dir.ts";

/** Milliseconds. The system's notification of a removed folder is not reliable. */
const LOOK_EVERY = 2000;

/** Watches every folder with user-visible changes. The archive is left out: it changes together with the claims. */
export async function* watchStore(
  dir: StoreDir,
  readers: readonly RoleId[],
  signal: AbortSignal,
): AsyncGenerator<void> {
  const notice = newNotice(signal);
  const watchers: FSWatcher[] = [];
  const fail = (error: unknown) => dir.log.write("warn", "watch-failed", { reason: reasonOf(error) });
  try {
    for (const folder of foldersToWatch(dir, readers))
      try {
        watchers.push(watch(folder, notice.give).on("error", fail));
      } catch (error) {
        fail(error);
      }
    while (!signal.aborted) {
      requireStore(dir);
      notice.drop();
      yield;
      while (!(await notice.given(LOOK_EVERY))) requireStore(dir);
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

function foldersToWatch(dir: StoreDir, readers: readonly RoleId[]): string[] {
  const perReader = readers.flatMap((reader) => {
    const { inbox, claims } = foldersOf(dir, reader);
    return [inbox, claims, folderIn(dir, "delivery", reader)];
  });
  return [folderIn(dir, "status"), ...perReader];
}
