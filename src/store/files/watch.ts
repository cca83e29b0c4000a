import { type FSWatcher, watch } from "node:fs";
import { reasonOf } from "#base/errors.ts";
import type { MessageId, RoleId } from "#store/mail-store.ts";
import { type Bell, newBell } from "./bell.ts";
import { listClaims } from "./claims.ts";
import { folderChange } from "./folder-change.ts";
import { idIn } from "./message-file.ts";
import { foldersOf } from "./role-folders.ts";
import { requireStanding, type Site } from "./site.ts";

/** The system's notice can fail to come, and none comes when a reader dies: looking now and then is the net. */
const LOOK_EVERY = 2000;
const LOOK_EVERY_UNNOTIFIED = 250;

/**
 * Arm, let the caller read, then wait: what changes while the caller reads rings the bell that is waited on next. Whoever was
 * rung for reads at once; how things looked before a reading is only known of the next one, which comes when it is quiet again.
 */
export async function* watchInboxes(
  site: Site,
  roles: readonly RoleId[],
  signal: AbortSignal,
): AsyncGenerator<readonly MessageId[] | undefined> {
  const bell = namingBell(signal);
  const watchers: FSWatcher[] = [];
  try {
    const notified = arm(site, roles, watchers, bell);
    let seen: string | undefined;
    let before: string | undefined;
    while (!signal.aborted) {
      requireStanding(site);
      yield bell.hushed();
      do {
        before = seen;
        const isRung = await bell.rung(notified() ? LOOK_EVERY : LOOK_EVERY_UNNOTIFIED);
        seen = isRung ? undefined : await look(site, roles);
      } while (seen !== undefined && seen === before);
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** Returns whether the system notifies: it may run out of watches, which costs promptness but no mail. */
function arm(site: Site, roles: readonly RoleId[], watchers: FSWatcher[], bell: NamingBell): () => boolean {
  let works = true;
  const fail = (error: unknown) => {
    works = false;
    site.log.write("warn", "watch-failed", { reason: reasonOf(error) });
    bell.ringFor(null);
  };
  for (const role of roles) {
    const { inbox } = foldersOf(site, role);
    try {
      watchers.push(watch(inbox, (_, name) => bell.ringFor(name)).on("error", fail));
    } catch (error) {
      fail(error);
    }
  }
  return () => works;
}

interface NamingBell extends Pick<Bell, "rung"> {
  /** For the file of that name, or for anything. */
  ringFor(name: string | null): void;
  /** Hushes it; the messages it was rung for, or undefined where it was rung for anything else, or not at all. */
  hushed(): readonly MessageId[] | undefined;
}

function namingBell(signal: AbortSignal): NamingBell {
  const bell = newBell(signal);
  const named = new Set<MessageId | undefined>();
  return {
    rung: bell.rung,
    ringFor(name) {
      named.add(name === null ? undefined : idIn(name));
      bell.ring();
    },
    hushed() {
      bell.hush();
      const ids = [...named].filter((id) => id !== undefined);
      const isSure = ids.length > 0 && ids.length === named.size;
      named.clear();
      return isSure ? ids : undefined;
    },
  };
}

async function look(site: Site, roles: readonly RoleId[]): Promise<string> {
  const parts: (string | number | bigint)[] = [];
  for (const role of roles) {
    const folders = foldersOf(site, role);
    const { at, isSure } = folderChange(site, folders.inbox);
    parts.push(at, isSure ? "" : performance.now());
    for (const { id, abandoned } of await listClaims(site, folders)) if (abandoned) parts.push(id);
  }
  return parts.join();
}
