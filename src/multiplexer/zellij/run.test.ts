import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleText } from "#test/support/bundle.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";

const SOURCE = `import { openSync } from "node:fs";
import { zellijRunner } from "./src/multiplexer/zellij/run.ts";

try {
  for (;;) openSync("/dev/null", "r");
} catch {}
const { follow } = zellijRunner({ program: "zellij", env: {} });
const { heard, ended } = follow(["subscribe"], () => {}, new AbortController().signal);
await heard;
await ended;
console.log("ended");`;

test("following with EMFILE ends at once", async () => {
  await using army = await temporaryArmy();
  const program = await bundleText(SOURCE, join(army.folder, "program.mjs"));
  const { stdout, stderr } = await army.shell(`ulimit -n 64; exec '${process.execPath}' '${program}'`);
  expect({ stdout, stderr }).toEqual({ stdout: "ended\n", stderr: "" });
});
