import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { loadScript } from "./load-script.ts";

const SOURCE = `(function (module, require, file) {
  function twice(n) { return 2 * n; }
  module.exports = { twice, file, sep: require("node:path").sep };
})`;

interface Exports {
  twice(n: number): number;
  file: string;
  sep: string;
}

/** A script, a folder for its code, and one start of it; the start tells whether it stored code. */
async function fixture() {
  const folder = await temporaryFolder();
  const [script, code] = [join(folder.path, "x.cjs"), join(folder.path, "code")];
  writeFileSync(script, SOURCE);
  mkdirSync(code);
  const stored = join(code, "x-run@1");
  const start = (file = stored) => {
    const before = inodeOf(file);
    const { exports, keep } = loadScript<Exports>(script, createRequire(import.meta.url), file);
    expect([exports.twice(21), exports.file, exports.sep]).toEqual([42, script, "/"]);
    keep();
    keep();
    return inodeOf(file) !== before;
  };
  return { ...{ script, code, stored, start }, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

/** A stored file is replaced by a rename, so it gets another inode. */
function inodeOf(file: string): number | undefined {
  try {
    return statSync(file).ino;
  } catch {
    return undefined;
  }
}

test("the first start stores code, the next one uses it", async () => {
  await using one = await fixture();
  expect([one.start(), one.start()]).toEqual([true, false]);
  expect(readdirSync(one.code)).toEqual(["x-run@1"]);
});

test("nothing is stored where there is no folder for it, or no ovld home", async () => {
  await using one = await fixture();
  rmSync(one.code, { recursive: true });
  expect(one.start()).toBe(false);
  writeFileSync(one.code, "a file is in the way");
  expect(one.start()).toBe(false);
  expect(loadScript<Exports>(one.script, createRequire(import.meta.url)).exports.twice(1)).toBe(2);
});

test.for<[string, (stored: string) => void]>([
  [
    "flipped bytes",
    (stored) =>
      writeFileSync(
        stored,
        readFileSync(stored).map((byte, at) => (at > 64 && at % 97 === 0 ? byte ^ 255 : byte)),
      ),
  ],
  ["zeros after a power failure", (stored) => writeFileSync(stored, Buffer.alloc(statSync(stored).size))],
  ["half of it", (stored) => truncateSync(stored, statSync(stored).size / 2)],
  ["nothing", (stored) => truncateSync(stored)],
  ["less than a checksum", (stored) => writeFileSync(stored, "abc")],
  ["a mode that lets others write", (stored) => chmodSync(stored, 0o622)],
  [
    "a link to a file elsewhere",
    (stored) => {
      renameSync(stored, `${stored}-elsewhere`);
      symlinkSync(`${stored}-elsewhere`, stored);
    },
  ],
])("stored code with %s is not used but replaced", async ([, damage]) => {
  await using one = await fixture();
  one.start();
  damage(one.stored);
  expect([one.start(), one.start()]).toEqual([true, false]);
});

test("code of another source is not used but replaced", async () => {
  await using one = await fixture();
  one.start();
  writeFileSync(one.script, SOURCE.replace("return 2 * n", "return n + n + 0"));
  expect([one.start(), one.start()]).toEqual([true, false]);
});

test("code of an earlier build of this command is removed, that of other commands stays", async () => {
  await using one = await fixture();
  for (const name of ["x-run@0", "x-run@0.77.tmp", "x-runs@0", "y"]) writeFileSync(join(one.code, name), "");
  one.start();
  expect(readdirSync(one.code).sort()).toEqual(["x-run@1", "x-runs@0", "y"]);
});
