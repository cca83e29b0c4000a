import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLog } from "#base/log.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { openLossBook } from "./loss-book.ts";
import { forgetLoss, readLosses } from "./losses-file.ts";

test("who was restarted by somebody else has lost nothing, and may lose it again", async () => {
  await using temporary = await temporaryFolder();
  const book = openLossBook(temporary.path, { clock: systemClock, log: silentLog });
  await book.tell("storm", { what: "agent-ended", exitStatus: 3 });
  await book.tell("shadow", { what: "pane-closed" });
  await book.heed();
  expect(book.whatOf("storm")).toBe("agent-ended");
  await forgetLoss(temporary.path, "storm");
  await book.heed();
  expect([book.whatOf("storm"), book.whatOf("shadow")]).toEqual([undefined, "pane-closed"]);
  await book.tell("storm", { what: "agent-ended", exitStatus: 5 });
  expect(await readLosses(temporary.path)).toMatchObject({ storm: { exitStatus: 5 }, shadow: {} });
});

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
