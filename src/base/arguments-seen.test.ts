import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { argumentsSeen } from "./arguments-seen.ts";

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot || process.platform !== "linux")(
  "only processes of another person count, unless hidepid hides them",
  async () => {
    await using folder = await temporaryFolder();
    const proc = folder.path;
    await mkdir(join(proc, "self"));
    const mount = (options: string) =>
      writeFile(join(proc, "self", "mountinfo"), `22 27 0:21 / /proc rw,relatime shared:5 - proc proc ${options}\n`);
    const runs = async (pid: string, uid: number) => {
      await mkdir(join(proc, pid));
      await chown(join(proc, pid), uid, uid);
    };
    await mount("rw");
    for (const [pid, uid] of [
      ["1", 0],
      ["2", 101],
      ["3", 65_534],
      ["4", 61_184],
    ] as const)
      await runs(pid, uid);
    expect(await argumentsSeen({ proc })).toBe(false);
    await runs("5", 1001);
    for (const [options, isSeen] of [
      ["rw", true],
      ["rw,hidepid=0", true],
      ["rw,hidepid=off", true],
      ["rw,hidepid=2", false],
      ["rw,gid=4,hidepid=invisible", false],
    ] as const) {
      await mount(options);
      expect(await argumentsSeen({ proc }), options).toBe(isSeen);
    }
  },
);

test("works on this machine", async () => {
  expect(typeof (await argumentsSeen())).toBe("boolean");
});
