import { execFileSync } from "node:child_process";
import { existsSync, readlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleText } from "#test/support/bundle.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { mayBeAlive, type ProcessIdentity } from "./process-identity.ts";

test("a process of another machine counts as possibly alive, despite an equal namespace number", async (context) => {
  skipFor(context, without("bwrap") || (!existsSync("/etc/machine-id") && "no /etc/machine-id to cover"));
  await using folder = await temporaryFolder();
  const otherId = join(folder.path, "machine-id");
  await writeFile(otherId, `${"0123456789abcdef".repeat(2)}\n`);
  const tell = `import { ownIdentity } from "#base/process-identity.ts"; console.log(JSON.stringify(await ownIdentity()));`;
  const program = await bundleText(tell, join(folder.path, "tell.mjs"));
  const ended = (wrapper: readonly string[]) => {
    const [first = "", ...rest] = [...wrapper, process.execPath, program];
    return JSON.parse(execFileSync(first, rest, { encoding: "utf8" })) as ProcessIdentity;
  };
  expect(await mayBeAlive(ended([]))).toBe(false);
  const elsewhere = ended(["bwrap", "--dev-bind", "/", "/", "--ro-bind", otherId, "/etc/machine-id"]);
  expect(elsewhere.space.split("@")[0]).toBe(readlinkSync("/proc/self/ns/pid"));
  expect(await mayBeAlive(elsewhere)).toBe(true);
});
