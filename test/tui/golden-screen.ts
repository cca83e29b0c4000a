import { mkdir, readFile, writeFile } from "node:fs/promises";
import { expect, vi } from "vitest";

const FOLDER = "test/golden/dashboard";

/** Waits until the screen equals the golden file; `UPDATE_GOLDEN=1` rewrites the file. */
export async function expectGoldenScreen(name: string, screen: () => Promise<string>): Promise<void> {
  const file = `${FOLDER}/${name}.txt`;
  if (process.env.UPDATE_GOLDEN === "1") {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(file, timeless(await screen()));
  }
  const golden = await readFile(file, "utf8");
  await vi.waitFor(async () => expect(timeless(await screen())).toBe(golden), { timeout: 30_000, interval: 100 });
}

/** Replaces times of day, which differ in each run. */
function timeless(screen: string): string {
  return screen.replaceAll(/\d\d:\d\d:\d\d/g, "hh:mm:ss").replaceAll(/\d\d:\d\d/g, "hh:mm");
}
