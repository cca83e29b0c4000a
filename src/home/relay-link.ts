import { readlink, rename, symlink, unlink } from "node:fs/promises";
import { fileFailure, temporaryBeside } from "#base/files.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { type Paths, sessionPaths } from "./paths.ts";

/** Points `relay` in the ovld home to the newest army's mail, atomically. */
export async function pointRelayLink(paths: Paths, session: string): Promise<void> {
  const temporary = temporaryBeside(paths.relay);
  try {
    await symlink(sessionPaths(paths, session).relay, temporary);
    await rename(temporary, paths.relay);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw fileFailure("write", paths.relay, error);
  }
}

/** Points the link of a removed army to the newest army that is left, or removes it. */
export async function releaseRelayLink(paths: Paths, gone: string, left: readonly string[]): Promise<void> {
  const target = await readlink(paths.relay).catch(() => undefined);
  if (target !== sessionPaths(paths, gone).relay) return;
  const newest = left.at(-1);
  if (newest !== undefined) return pointRelayLink(paths, newest);
  await unlink(paths.relay).catch((error) => {
    if (systemCode(error) !== "ENOENT") throw fileFailure("remove", paths.relay, error);
  });
}
