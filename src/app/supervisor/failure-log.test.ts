import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLog } from "#base/log.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { openFailureLog } from "./failure-log.ts";
import { forgetFailure, readFailures } from "./failures-file.ts";

test("a role restarted by another process has no failure, and a later failure is recorded again", async () => {
  await using temporary = await temporaryFolder();
  const failures = openFailureLog(temporary.path, { clock: systemClock, log: silentLog });
  await failures.tell("storm", { what: "agent-ended", exitStatus: 3 });
  await failures.tell("shadow", { what: "pane-closed" });
  await failures.sync();
  expect(failures.whatOf("storm")).toBe("agent-ended");
  await forgetFailure(temporary.path, "storm");
  await failures.sync();
  expect([failures.whatOf("storm"), failures.whatOf("shadow")]).toEqual([undefined, "pane-closed"]);
  await failures.tell("storm", { what: "agent-ended", exitStatus: 5 });
  expect(await readFailures(temporary.path)).toMatchObject({ storm: { exitStatus: 5 }, shadow: {} });
});

test("a failure that cannot be written is logged once and written as soon as possible", async () => {
  await using temporary = await temporaryFolder();
  const folder = join(temporary.path, "not there yet");
  const said: string[] = [];
  const failures = openFailureLog(folder, { clock: systemClock, log: { write: (_, event) => void said.push(event) } });
  await failures.tell("inferno", { what: "agent-ended", exitStatus: 1 });
  await failures.save();
  expect(said).toEqual(["not-noted", "agent-ended"]);
  expect(failures.whatOf("inferno")).toBe("agent-ended");
  await mkdir(folder);
  await failures.save();
  expect(await readFailures(folder)).toMatchObject({ inferno: { what: "agent-ended", exitStatus: 1 } });
  await failures.clear("inferno");
  expect(await readFailures(folder)).toEqual({});
  expect(said.at(-1)).toBe("recovered");
});
