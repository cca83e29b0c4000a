import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#mail/message.ts";
import { foldersOf, type RoleFolders } from "./role-folders.ts";
import { folderFinder, type StoreDir } from "./store-dir.ts";

/**
 * The folders of the roles with intact folders. An agent can replace its folder by a symlink or a file, and the mail of
 * the others must stay readable. If no role has intact folders, the store itself is damaged.
 */
export function* undamaged(dir: StoreDir, roles: Iterable<RoleId>): Generator<RoleFolders> {
  const find = folderFinder(dir);
  let damage: unknown;
  let isAnyLeft = false;
  for (const role of roles) {
    let folders: RoleFolders;
    try {
      folders = foldersOf(dir, role, find);
      find("delivery", role);
    } catch (error) {
      if (!OvldError.is(error, "store-damaged")) throw error;
      damage ??= error;
      dir.log.write("warn", "role-damaged", { role, file: error.details.file });
      continue;
    }
    isAnyLeft = true;
    yield folders;
  }
  if (!isAnyLeft && damage !== undefined) throw damage;
}
