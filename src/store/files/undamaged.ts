import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#store/mail-store.ts";
import { foldersOf } from "./role-folders.ts";
import { folderIn, type Site } from "./site.ts";

/**
 * The roles whose folders are folders. An agent can replace its own by a link or a file, and the mail of the others must
 * stay readable; where no role has any left, the store itself is damaged.
 */
export function undamaged(site: Site, roles: readonly RoleId[]): RoleId[] {
  let first: unknown;
  const left = roles.filter((role) => {
    try {
      foldersOf(site, role);
      folderIn(site, "delivery", role);
      return true;
    } catch (error) {
      if (!OvldError.is(error, "store-damaged")) throw error;
      first ??= error;
      site.log.write("warn", "role-damaged", { role, file: error.details.file });
      return false;
    }
  });
  if (left.length === 0 && first !== undefined) throw first;
  return left;
}
