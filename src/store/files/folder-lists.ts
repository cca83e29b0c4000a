import { OvldError } from "#errors/ovld-error.ts";
import { folderChange } from "./folder-change.ts";
import { list, type Names } from "./role-folders.ts";
import { isGone, type StoreDir } from "./store-dir.ts";

/** Cached listings of folders; a folder is listed again only if it has changed. */
export interface FolderLists {
  /** Empty for a missing folder of an existing store, and for a file in place of a folder. */
  names(folder: string): Promise<Readonly<Names>>;
}

/**
 * Maximum of cached names of all folders, some 5 MB. With 100 roles and a million messages, the newest and the oldest
 * part of every archive and the names of all parts are 34,000 names.
 */
const MOST_NAMES = 50_000;

interface Kept {
  at: bigint;
  names: Names;
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

  const namesIn = async (folder: string): Promise<Names> => {
    const { at, isSure, isFolder } = folderChange(dir, folder);
    if (!isFolder) return none;
    const known = kept.get(folder);
    const names = known?.at === at ? known.names : await list(dir, folder);
    if (isSure) keep(folder, { at, names });
    else forget(folder);
    return names;
  };
  return { names: (folder) => namesIn(folder).catch(noneIfGone) };
}

const none: Names = { ids: [], others: [] };

function countOf({ ids, others }: Names): number {
  return ids.length + others.length;
}

function noneIfGone(error: unknown): Names {
  if (OvldError.is(error, "file-failed") && isGone((error as Error).cause)) return none;
  throw error;
}
