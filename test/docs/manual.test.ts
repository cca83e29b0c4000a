import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { skipWithout } from "#test/support/programs.ts";

const execute = promisify(execFile);

test("groff renders the manual without a warning or missing text", async (context) => {
  skipWithout(context, "groff");
  const { stdout, stderr } = await execute("groff", ["-man", "-Tascii", "-ww", "-P-cbou", resolve("man/ovld.1")]);
  expect(stderr).toBe("");
  for (const text of ["ovld summon", "--detach", "EXIT STATUS", "~/.config/ovld/config.toml"])
    expect(stdout).toContain(text);
});
