import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { namesOf } from "#cli/frame/command.ts";
import { commands } from "#cli/frame/table.ts";
import { errorTable } from "#errors/error-table.ts";
import { manPage } from "./man-page.ts";
import { troubleshootingPage } from "./troubleshooting.ts";

test("docs/troubleshooting.md equals the page generated from the table of errors, one entry per code", async () => {
  const page = troubleshootingPage();
  await expect(page).toMatchFileSnapshot(resolve("docs/troubleshooting.md"));
  const entries = [
    ...page.matchAll(
      /^### (\S+)\n\n```text\novld: .+\novld: .+\n```\n\n\*\*Cause\.\*\* .+\n\*\*What to do\.\*\* .+\n\*\*対処\*\* .+$/gm,
    ),
  ];
  expect(entries.map(([, code]) => code).sort()).toEqual(Object.keys(errorTable).sort());
  expect(page).not.toMatch(/undefined|\[object|«/);
});

test("man/ovld.1 equals the page generated from the table of commands", async () => {
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const page = await manPage(version);
  await expect(page).toMatchFileSnapshot(resolve("man/ovld.1"));
  for (const name of namesOf(commands)) expect(page).toContain(`\n.B ovld ${name}`);
});
