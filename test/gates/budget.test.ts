import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Limits the size of the loaded code, because measured times vary; `npm run bench start` measures the time. Figures are
 * bytes of minified JavaScript.
 */
function sizeAtStart(entry: string): number {
  const { outputs } = JSON.parse(readFileSync("dist/metafile.json", "utf8")) as {
    outputs: Record<
      string,
      { entryPoint?: string; bytes: number; imports: { path: string; kind: string; external?: boolean }[] }
    >;
  };
  const seen = new Set<string>();
  const visit = (path: string): number => {
    if (seen.has(path)) return 0;
    seen.add(path);
    const output = outputs[path];
    const inner = output?.imports.filter(({ kind, external }) => kind === "import-statement" && !external) ?? [];
    return (output?.bytes ?? 0) + inner.reduce((sum, { path: next }) => sum + visit(next), 0);
  };
  const start = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry);
  return visit(start as string);
}

test("main loads at most 3 KB, the command line at most 64 KB in English", () => {
  expect(sizeAtStart("src/main.ts")).toBeLessThan(3 * 1024);
  expect(sizeAtStart("src/cli/frame/run-command-line.ts")).toBeLessThan(64 * 1024);
});

test("the module ovld/tmux loads at most 84 KB", () => {
  expect(sizeAtStart("src/tmux.ts")).toBeLessThan(84 * 1024);
});

test("the dashboard on a terminal loads at most 80 KB", () => {
  expect(sizeAtStart("src/tui/show-dashboard.ts")).toBeLessThan(80 * 1024);
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
