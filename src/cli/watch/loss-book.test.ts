import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { temporaryFolder } from "#test/temporary-folder.ts";
import { openLossBook } from "./loss-book.ts";
import { readLosses } from "./losses-file.ts";

test("what cannot be written is kept, complained of once, and written as soon as it can be", async () => {
  await using temporary = await temporaryFolder();
  const folder = join(temporary.path, "not there yet");
  const said: string[] = [];
  const book = openLossBook(folder, { clock: systemClock, log: { write: (_, event) => void said.push(event) } });
  await book.tell("inferno", { what: "agent-ended", exitStatus: 1 });
  await book.save();
  expect(said).toEqual(["not-noted", "agent-ended"]);
  expect(book.whatOf("inferno")).toBe("agent-ended");
  await mkdir(folder);
  await book.save();
  expect(await readLosses(folder)).toMatchObject({ inferno: { what: "agent-ended", exitStatus: 1 } });
  await book.clear("inferno");
  expect(await readLosses(folder)).toEqual({});
  expect(said.at(-1)).toBe("back");
});
