import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { ancestors } from "./ancestors.ts";

test("lists the parents up to the first process, with any program name", async () => {
  const above = await ancestors();
  expect(above[0]).toBe(process.ppid);
  expect(above.at(-1)).toBe(
    Number(execFileSync("ps", ["-o", "pid=", "-p", String(above.at(-1))], { encoding: "utf8" })),
  );
  expect(await ancestors(process.pid)).toEqual([process.pid, ...above]);
  expect(await ancestors(2 ** 22 + 1)).toEqual([2 ** 22 + 1]);
});
