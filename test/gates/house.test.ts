import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadedOnDemand, metafile, startOf } from "./built-files.ts";

const COMMANDS = "dist/commands.cjs";

const folders = (files: string[]) =>
  [...new Set(files.map((file) => /^(src\/[^/]+|node_modules)/.exec(file)?.[0] ?? file))].sort();

test("only main.ts, wire.ts, cli/frame/table.ts and the catalog use import()", () => {
  const importers = Object.entries(metafile.inputs)
    .filter(([file, { imports }]) => file.startsWith("src/") && imports.some(({ kind }) => kind === "dynamic-import"))
    .map(([file]) => file);
  expect(importers.sort()).toEqual(["src/cli/frame/table.ts", "src/i18n/catalog.ts", "src/wire.ts"]);
});

test("main loads only its version and what loads a program", () => {
  expect(startOf("src/main.ts", "dist/main.cjs").sort()).toEqual([
    ...[
      "src/base/small-heap.ts",
      "src/home/code-file.ts",
      "src/home/load-program.ts",
      "src/home/load-script.ts",
      "src/home/ovld-home.ts",
    ],
    ...["src/main.ts", "src/version.ts"],
  ]);
});

test("the command line starts without a package, an adapter, the store, the relay or a command", () => {
  const start = startOf("src/cli/frame/run-command-line.ts", COMMANDS);
  expect(start.filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(folders(start)).toEqual(["src/base", "src/cli", "src/config", "src/errors", "src/home", "src/i18n"]);
  expect(start.filter((file) => file.startsWith("src/cli/")).sort()).toEqual(
    [
      "choose-language",
      "command",
      "context",
      "dispatch",
      "help-text",
      "notice-text",
      "output",
      "parse",
      "report-error",
      "run-command-line",
      "table",
    ].map((name) => `src/cli/frame/${name}.ts`),
  );
  expect(start.filter((file) => /^src\/(config|home)\//.test(file)).sort()).toEqual([
    "src/config/locale-language.ts",
    "src/home/ovld-home.ts",
    "src/home/paths.ts",
  ]);
  expect(start.filter((file) => /base\/(run|files|lock)/.test(file))).toEqual([]);
});

test("the relay reaches neither the command line nor its words nor a package", () => {
  const start = startOf("src/relay.ts", "dist/relay.cjs");
  expect(folders(start).filter((folder) => /src\/(cli|api|tui|web|i18n)$|node_modules/.test(folder))).toEqual([]);
});

test("the HTTP API and its packages are loaded by `ovld serve` alone", () => {
  const isApi = (file: string) => /^src\/api\/|node_modules\/(@hono|hono|@asteasolutions)\//.test(file);
  const loading = ["src/commands.ts", ...loadedOnDemand(COMMANDS)].filter((one) => startOf(one, COMMANDS).some(isApi));
  expect(loading).toEqual(["src/api/server.ts"]);
});

test("the dashboard on a terminal loads only the package for widths, no adapter and no other surface", () => {
  const start = startOf("src/tui/show-dashboard.ts", COMMANDS);
  const packages = start.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  expect([...new Set(packages)]).toEqual(["get-east-asian-width"]);
  expect(folders(start)).toEqual([
    ...["node_modules", "src/army", "src/base", "src/errors", "src/i18n", "src/mail", "src/tui"],
  ]);
});

test("the code that draws on a terminal is loaded by `ovld dashboard` alone", () => {
  const isDrawing = (file: string) => /^src\/tui\/(paint|terminal)/.test(file);
  const entries = ["src/commands.ts", ...loadedOnDemand(COMMANDS)];
  expect(entries.filter((one) => startOf(one, COMMANDS).some(isDrawing))).toEqual(["src/tui/show-dashboard.ts"]);
});

test("the module ovld/tmux starts without a package, a surface or another adapter", () => {
  const start = startOf("src/tmux.ts", "dist/tmux.js");
  expect(start.filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(
    // The settings name the agent CLIs.
    folders(start.filter((file) => file !== "src/agent-cli/kinds.ts")).filter((folder) =>
      /src\/(cli|relay|api|tui|web|i18n|agent-cli|sandbox)$/.test(folder),
    ),
  ).toEqual([]);
  expect(start.filter((file) => /multiplexer\/(?!tmux)[^/]+\//.test(file))).toEqual([]);
});

test("nothing loads two adapters of one seam", () => {
  for (const entry of ["src/commands.ts", ...loadedOnDemand(COMMANDS)])
    for (const seam of ["store", "multiplexer", "sandbox", "agent-cli"]) {
      const start = startOf(entry, COMMANDS);
      const adapters = new Set(
        start.flatMap((file) => new RegExp(`^src/${seam}/(?!exchange/)([^/]+)/`).exec(file)?.[1] ?? []),
      );
      expect(adapters.size, `${entry}: ${[...adapters].join(" ")}`).toBeLessThanOrEqual(1);
    }
});

test("the memory store, which is for tests, is not in the product", () => {
  expect(Object.keys(metafile.inputs).filter((file) => file.startsWith("src/store/memory/"))).toEqual([]);
});

test("every bundled package is named with its licence", () => {
  const notices = readFileSync("dist/THIRD_PARTY_NOTICES.md", "utf8");
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  );
  expect(packages.size).toBeGreaterThan(0);
  for (const name of packages) expect(notices).toContain(`## ${name} `);
});
