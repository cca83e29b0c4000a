import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { bytesOf } from "./built-files.ts";

// The size of the loaded code is limited, because measured times vary; `npm run bench start` measures the time.

test("main loads at most 4 KB, the command line at most 70 KB in English", () => {
  expect(bytesOf("src/main.ts", "dist/main.cjs")).toBeLessThan(4 * 1024);
  expect(bytesOf("src/cli/frame/run-command-line.ts", "dist/commands.cjs")).toBeLessThan(70 * 1024);
});

test("the module ovld/tmux loads at most 84 KB", () => {
  expect(bytesOf("src/tmux.ts", "dist/tmux.js")).toBeLessThan(84 * 1024);
});

test("the dashboard on a terminal loads at most 82 KB", () => {
  expect(bytesOf("src/tui/show-dashboard.ts", "dist/commands.cjs")).toBeLessThan(82 * 1024);
});

test("a relay is at most 229 KB", () => {
  expect(bytesOf("src/relay.ts", "dist/relay.cjs")).toBeLessThan(229 * 1024);
});

test("a program, which is read as one byte for each character, is ASCII", () => {
  for (const name of ["commands", "relay"]) expect(readFileSync(`dist/${name}.cjs`, "latin1")).toMatch(/^[\0-\x7f]*$/);
});

test("the built package stays far below 30 MB", () => {
  const bytes = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce(
      (sum, entry) =>
        sum + (entry.isDirectory() ? bytes(`${folder}/${entry.name}`) : statSync(`${folder}/${entry.name}`).size),
      0,
    );
  expect(bytes("dist")).toBeLessThan(5 * 1024 * 1024);
});
