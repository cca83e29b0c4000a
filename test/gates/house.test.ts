import { existsSync, readFileSync } from "node:fs";
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

test("import() stands in main.ts, wire.ts, cli/table.ts and the catalog only", () => {
  const importers = Object.entries(metafile.inputs)
    .filter(([file, { imports }]) => file.startsWith("src/") && imports.some(({ kind }) => kind === "dynamic-import"))
    .map(([file]) => file);
  expect(importers.sort()).toEqual(["src/cli/table.ts", "src/i18n/catalog.ts", "src/main.ts", "src/wire.ts"]);
});

test("main starts with its version and nothing else", () => {
  expect(startOf("src/main.ts").sort()).toEqual(["src/main.ts", "src/version.ts"]);
});

test("the command line starts without a package, an adapter, the store, the relay or a verb", () => {
  const start = startOf("src/cli/frame/run-command-line.ts");
  expect(start.filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(folders(start)).toEqual(["src/base", "src/cli", "src/config", "src/i18n"]);
  expect(start.filter((file) => file.startsWith("src/cli/")).sort()).toEqual(
    ["app", "choose-language", "help-text", "output", "parse", "report-error", "run-command-line", "table", "verb"].map(
      (name) => `src/cli/${name}.ts`,
    ),
  );
  expect(start.filter((file) => file.startsWith("src/config/")).sort()).toEqual([
    "src/config/locale-language.ts",
    "src/home/paths.ts",
  ]);
  expect(start.filter((file) => /base\/(run|files|lock)/.test(file))).toEqual([]);
});

test("the relay never reaches the command line, its words or a TOML parser at start", () => {
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

test("Ink and React are loaded to draw the dashboard on a terminal, and for nothing else", () => {
  const isInk = (file: string) => /node_modules\/(ink|react|react-reconciler|scheduler|yoga-layout)\//.test(file);
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  expect(entries.filter((entry) => startOf(entry).some(isInk))).toEqual(["src/tui/show-dashboard.ts"]);
});

test("the module ovld/tmux starts without a package, a surface or another adapter", () => {
  const start = startOf("src/tmux.ts");
  expect(start.filter((file) => file.includes("node_modules"))).toEqual([]);
  expect(
    folders(start).filter((folder) => /src\/(cli|relay|api|tui|web|i18n|agent-cli|sandbox)$/.test(folder)),
  ).toEqual([]);
  expect(start.filter((file) => /multiplexer\/(?!tmux)[^/]+\//.test(file))).toEqual([]);
});

test("no chunk holds two adapters of one seam; only the relay, which is one file, rings on either multiplexer", () => {
  for (const [output, { entryPoint, inputs }] of Object.entries(metafile.outputs))
    for (const seam of ["store", "multiplexer", "sandbox", "agent-cli"]) {
      if (entryPoint === "src/relay.ts" && seam === "multiplexer") continue;
      const adapters = new Set(
        Object.keys(inputs).flatMap((file) => new RegExp(`^src/${seam}/([^/]+)/`).exec(file)?.[1] ?? []),
      );
      expect(adapters.size, `${output}: ${[...adapters].join(" ")}`).toBeLessThanOrEqual(1);
    }
});

test("the memory store is for tests: it is not in the product", () => {
  expect(Object.keys(metafile.inputs).filter((file) => file.startsWith("src/store/memory/"))).toEqual([]);
});

test("everything bundled is named with its licence", () => {
  const notices = readFileSync("dist/THIRD_PARTY_NOTICES.md", "utf8");
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  );
  expect(packages.size).toBeGreaterThan(0);
  for (const name of packages) expect(notices).toContain(`## ${name} `);
});

test("every relative link in the documents leads somewhere", () => {
  const documents = [
    "README.md",
    "README.ja.md",
    "AGENTS.md",
    "CONTEXT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/architecture.md",
    "docs/delivery.md",
    "docs/formations.md",
    "docs/getting-started.md",
    "docs/ja/getting-started.md",
    "docs/rituals.md",
    "docs/tmux.md",
  ];
  for (const document of documents) {
    const folder = document.includes("/") ? document.slice(0, document.lastIndexOf("/") + 1) : "";
    for (const [, target] of readFileSync(document, "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g))
      expect(existsSync(folder + target), `${document} → ${target}`).toBe(true);
  }
});
