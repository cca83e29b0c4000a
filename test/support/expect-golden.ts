import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";

/** Compares with a file of test/golden; `UPDATE_GOLDEN=1` rewrites the file. */
export async function expectGolden(name: string, content: string): Promise<void> {
  const file = join("test/golden", name);
  if (process.env.UPDATE_GOLDEN === "1") {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  expect(content).toBe(await readFile(file, "utf8"));
}
