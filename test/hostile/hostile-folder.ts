import { mkdir } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Where hostile fixtures stand: not in a temporary folder, which is open to every confined agent. */
export async function hostilePlace(): Promise<string> {
  const beside = resolve(".cache", "hostile");
  const isTemporary = ["/tmp", "/var/tmp", tmpdir()].some((folder) => beside.startsWith(`${folder}/`));
  const place = isTemporary ? join(homedir(), ".cache", "ovld-hostile") : beside;
  await mkdir(place, { recursive: true });
  return place;
}
