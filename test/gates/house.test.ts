import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Metafile {
  inputs: Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>;
  outputs: Record<
    string,
    {
      entryPoint?: string;
      inputs: Record<string, unknown>;
      imports: { path: string; kind: string; external?: boolean }[];
    }
  >;
}

const metafile = JSON.parse(readFileSync("dist/metafile.json", "utf8")) as Metafile;

/** The source files that are loaded when an entry starts: its chunk and every chunk it imports statically. */
function startOf(entry: string): string[] {
  const output = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === entry);
  expect(output, entry).toBeDefined();
  return [...reach(output as string, ["import-statement"])].flatMap((path) =>
    Object.keys(metafile.outputs[path]?.inputs ?? {}),
  );
}

function reach(from: string, kinds: string[], seen = new Set<string>()): Set<string> {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const { path, kind, external } of metafile.outputs[from]?.imports ?? [])
    if (!external && kinds.includes(kind)) reach(path, kinds, seen);
  return seen;
}

const folders = (files: string[]) =>
  [...new Set(files.map((file) => /^(src\/[^/]+|node_modules)/.exec(file)?.[0] ?? file))].sort();

test("only main.ts, wire.ts, cli/frame/table.ts and the catalog use import()", () => {
  const importers = Object.entries(metafile.inputs)
    .filter(([file, { imports }]) => file.startsWith("src/") && imports.some(({ kind }) => kind === "dynamic-import"))
    .map(([file]) => file);
  expect(importers.sort()).toEqual(["src/cli/frame/table.ts", "src/i18n/catalog.ts", "src/main.ts", "src/wire.ts"]);
});

test("main loads only its version at start", () => {
  expect(startOf("src/main.ts").sort()).toEqual(["src/main.ts", "src/version.ts"]);
});

test("the command line starts without a package, an adapter, the store, the relay or a command", () => {
  const start = startOf("src/cli/frame/run-command-line.ts");
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
    "src/home/paths.ts",
  ]);
  expect(start.filter((file) => /base\/(run|files|lock)/.test(file))).toEqual([]);
});

test("the relay loads neither the command line, its texts nor a TOML parser at start", () => {
  const start = startOf("src/relay.ts");
  expect(folders(start).filter((folder) => /src\/(cli|api|tui|web|i18n)$/.test(folder))).toEqual([]);
  expect(start.filter((file) => file.includes("toml"))).toEqual([]);
});

test("the HTTP API and its packages are loaded by `ovld serve` alone", () => {
  const isApi = (file: string) => /^src\/api\/|node_modules\/(@hono|hono|@asteasolutions)\//.test(file);
  expect(startOf("src/api/server.ts").filter(isApi)).not.toEqual([]);
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  for (const entry of entries.filter((one) => one !== "src/api/server.ts"))
    expect(startOf(entry).filter(isApi), entry).toEqual([]);
});

test("the dashboard on a terminal loads only the package for widths, no adapter and no other surface", () => {
  const start = startOf("src/tui/show-dashboard.ts");
  const packages = start.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  expect([...new Set(packages)]).toEqual(["get-east-asian-width"]);
  expect(folders(start)).toEqual([
    ...["node_modules", "src/army", "src/base", "src/errors", "src/i18n", "src/mail", "src/tui"],
  ]);
});

test("the code that draws on a terminal is loaded by `ovld dashboard` alone", () => {
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const drawing = entries.filter((entry) => startOf(entry).some((file) => /^src\/tui\/(paint|terminal)/.test(file)));
  expect(drawing).toEqual(["src/tui/show-dashboard.ts"]);
});

test("the module ovld/tmux starts without a package, a surface or another adapter", () => {
  const start = startOf("src/tmux.ts");
  expect(start.filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(
    folders(start).filter((folder) => /src\/(cli|relay|api|tui|web|i18n|agent-cli|sandbox)$/.test(folder)),
  ).toEqual([]);
  expect(start.filter((file) => /multiplexer\/(?!tmux)[^/]+\//.test(file))).toEqual([]);
});

test("no chunk holds two adapters of one seam, except the relay, which is one file and types on both multiplexers", () => {
  for (const [output, { entryPoint, inputs }] of Object.entries(metafile.outputs))
    for (const seam of ["store", "multiplexer", "sandbox", "agent-cli"]) {
      if (entryPoint === "src/relay.ts" && seam === "multiplexer") continue;
      const adapters = new Set(
        Object.keys(inputs).flatMap((file) => new RegExp(`^src/${seam}/([^/]+)/`).exec(file)?.[1] ?? []),
      );
      expect(adapters.size, `${output}: ${[...adapters].join(" ")}`).toBeLessThanOrEqual(1);
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
