import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";

/** Where hostile worlds stand: not in a temporary folder, which is open to every confined agent. */
export async function hostilePlace(): Promise<string> {
  const place = resolve(".cache", "hostile");
  await mkdir(place, { recursive: true });
  return place;
}
