import { OvldError } from "#errors/ovld-error.ts";
import { folderChange } from "./folder-change.ts";
import { list } from "./role-folders.ts";
import { isGone, type Site } from "./site.ts";

/** The names in folders of the store, listed again only when a folder has changed. */
export interface FolderLists {
  /** Empty for a folder that is gone while the store stands. */
  names(folder: string): Promise<readonly string[]>;
}

/** Names that are kept, of all folders together: some 20 MB. */
const MOST_NAMES = 200_000;

interface Kept {
  at: bigint;
  names: readonly string[];
}

export function folderLists(site: Site): FolderLists {
  const kept = new Map<string, Kept>();
  let count = 0;

  const forget = (folder: string): void => {
    count -= kept.get(folder)?.names.length ?? 0;
    kept.delete(folder);
  };

  const keep = (folder: string, listed: Kept): void => {
    forget(folder);
    if (listed.names.length > MOST_NAMES) return;
    kept.set(folder, listed);
    count += listed.names.length;
    for (const oldest of kept.keys())
      if (count > MOST_NAMES) forget(oldest);
      else break;
  };

  const namesIn = async (folder: string): Promise<readonly string[]> => {
    const { at, isSure } = folderChange(site, folder);
    const known = kept.get(folder);
    const names = known?.at === at ? known.names : await list(site, folder);
    if (isSure) keep(folder, { at, names });
    else forget(folder);
    return names;
  };
  return { names: (folder) => namesIn(folder).catch(noneIfGone) };
}

function noneIfGone(error: unknown): readonly string[] {
  if (OvldError.is(error, "file-failed") && isGone((error as Error).cause)) return [];
  throw error;
}
