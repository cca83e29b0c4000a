import { OvldError } from "#errors/ovld-error.ts";
import type { MessageId } from "#mail/message.ts";
import { folderChange } from "./folder-change.ts";
import { list } from "./role-folders.ts";
import { isGone, type StoreDir } from "./store-dir.ts";

export interface SortedNames {
  readonly ids: readonly MessageId[];
  readonly others: readonly string[];
}

/** Cached listings of folders; a folder is listed again only if it has changed. */
export interface FolderLists {
  /** Empty for a missing folder of an existing store, and for a file in place of a folder. */
  names(folder: string): Promise<SortedNames>;
}

/**
 * Maximum of cached names of all folders, some 5 MB. With 100 roles and a million messages, the newest and the oldest
 * part of every archive and the names of all parts are 34,000 names.
 */
const MOST_NAMES = 50_000;

interface Kept {
  at: bigint;
  names: SortedNames;
}

export function folderLists(dir: StoreDir, { most = MOST_NAMES } = {}): FolderLists {
  const kept = new Map<string, Kept>();
  let count = 0;

  const forget = (folder: string): void => {
    const known = kept.get(folder);
    if (known) count -= countOf(known.names);
    kept.delete(folder);
  };

  const keep = (folder: string, listed: Kept): void => {
    forget(folder);
    if (countOf(listed.names) > most) return;
    kept.set(folder, listed);
    count += countOf(listed.names);
    for (const oldest of kept.keys())
      if (count > most) forget(oldest);
      else break;
  };

  const namesIn = async (folder: string): Promise<SortedNames> => {
    const { at, isSure, isFolder } = folderChange(dir, folder);
    if (!isFolder) return none;
    const known = kept.get(folder);
    const names = known?.at === at ? known.names : await sortedList(dir, folder);
    if (isSure) keep(folder, { at, names });
    else forget(folder);
    return names;
  };
  return { names: (folder) => namesIn(folder).catch(noneIfGone) };
}

const none: SortedNames = { ids: [], others: [] };

async function sortedList(dir: StoreDir, folder: string): Promise<SortedNames> {
  const { ids, others } = await list(dir, folder);
  return { ids: ids.sort(), others };
}

function countOf({ ids, others }: SortedNames): number {
  return ids.length + others.length;
}

function noneIfGone(error: unknown): SortedNames {
  if (OvldError.is(error, "file-failed") && isGone((error as Error).cause)) return none;
  throw error;
}
