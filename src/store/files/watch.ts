import { type FSWatcher, watch } from "node:fs";
import { reasonOf } from "#errors/ovld-error.ts";
import type { MessageId, RoleId } from "#mail/message.ts";
import { listClaims } from "./claims.ts";
import { folderChange } from "./folder-change.ts";
import { idIn } from "./message-file.ts";
import { type Notice, newNotice } from "./notice.ts";
import type { RoleFolders } from "./role-folders.ts";
import { requireStore, type StoreDir } from "./store-dir.ts";
import { undamaged } from "./undamaged.ts";

/** Milliseconds between polls: the system's notification can be lost, and none comes when a reader dies. */
const LOOK_EVERY = 2000;
const LOOK_EVERY_UNNOTIFIED = 250;

/**
 * Watches first, yields, then waits, so that a change during the caller's reading is the next notice. After a notice
 * the loop yields at once. Without one it polls, and yields if the state differs from the poll before.
 */
export async function* watchInboxes(
  dir: StoreDir,
  roles: readonly RoleId[],
  signal: AbortSignal,
): AsyncGenerator<readonly MessageId[] | undefined> {
  const notice = namingNotice(signal);
  const watchers: FSWatcher[] = [];
  try {
    const notified = arm(dir, roles, watchers, notice);
    let seen: string | undefined;
    let before: string | undefined;
    while (!signal.aborted) {
      requireStore(dir);
      yield notice.taken();
      do {
        before = seen;
        const isGiven = await notice.given(notified() ? LOOK_EVERY : LOOK_EVERY_UNNOTIFIED);
        seen = isGiven ? undefined : await look(dir, undamaged(dir, roles));
      } while (seen !== undefined && seen === before);
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** Returns whether the system notifies. The system may run out of watches, which delays mail but loses none. */
function arm(dir: StoreDir, roles: readonly RoleId[], watchers: FSWatcher[], notice: NamingNotice): () => boolean {
  let works = true;
  const fail = (error: unknown) => {
    works = false;
    dir.log.write("warn", "watch-failed", { reason: reasonOf(error) });
    notice.giveOf(null);
  };
  for (const { inbox } of undamaged(dir, roles)) {
    try {
      watchers.push(watch(inbox, (_, name) => notice.giveOf(name)).on("error", fail));
    } catch (error) {
      fail(error);
    }
  }
  return () => works;
}

interface NamingNotice extends Pick<Notice, "given"> {
  /** `name` is the changed file, or null if unknown. */
  giveOf(name: string | null): void;
  /** Drops the notice. Returns its messages, or undefined if other files changed or nothing was given. */
  taken(): readonly MessageId[] | undefined;
}

function namingNotice(signal: AbortSignal): NamingNotice {
  const notice = newNotice(signal);
  const named = new Set<MessageId | undefined>();
  return {
    given: notice.given,
    giveOf(name) {
      named.add(name === null ? undefined : idIn(name));
      notice.give();
    },
    taken() {
      notice.drop();
      const ids = [...named].filter((id) => id !== undefined);
      const isSure = ids.length > 0 && ids.length === named.size;
      named.clear();
      return isSure ? ids : undefined;
    },
  };
}

async function look(dir: StoreDir, readers: Iterable<RoleFolders>): Promise<string> {
  const parts: (string | number | bigint)[] = [];
  for (const folders of readers) {
    const { at, isSure } = folderChange(dir, folders.inbox);
    parts.push(at, isSure ? "" : performance.now());
    for (const { id, abandoned } of await listClaims(dir, folders)) if (abandoned) parts.push(id);
  }
  return parts.join();
}
