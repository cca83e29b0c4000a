import { mkdir } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Parent folder of hostile fixtures. Not a temporary folder, because every confined agent can write there. */
export async function hostileFolder(): Promise<string> {
  const beside = resolve(".cache", "hostile");
  const isTemporary = ["/tmp", "/var/tmp", tmpdir()].some((folder) => beside.startsWith(`${folder}/`));
  const folder = isTemporary ? join(homedir(), ".cache", "ovld-hostile") : beside;
  await mkdir(folder, { recursive: true });
  return folder;
}
