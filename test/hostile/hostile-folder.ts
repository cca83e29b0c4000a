import { mkdir } from "node:fs/promises";
import { homedir, tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";

/** Every confined agent can write there. */
const TEMPORARY = ["/tmp", "/var/tmp", tmpdir()];

/** Parent folder of hostile fixtures: beside the tests, or in a home if the clone is in a temporary folder. */
export async function hostileFolder(): Promise<string> {
  const homes = [homedir(), userInfo().homedir].map((home) => join(home, ".cache", "ovld-hostile"));
  const folder = [resolve(".cache", "hostile"), ...homes].find((path) => !isTemporary(path));
  if (folder === undefined) throw new Error("The clone and the home are in a temporary folder. Move one of them.");
  await mkdir(folder, { recursive: true });
  return folder;
}

function isTemporary(path: string): boolean {
  return TEMPORARY.some((folder) => path.startsWith(`${folder}/`));
}
