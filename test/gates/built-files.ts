import { readFileSync } from "node:fs";

interface Import {
  path: string;
  kind: string;
  external?: boolean;
}

export interface Metafile {
  inputs: Record<string, { imports: Import[] }>;
  outputs: Record<string, { entryPoint?: string; bytes: number; inputs: Record<string, { bytesInOutput: number }> }>;
}

/** What esbuild says of the built files. */
export const metafile = JSON.parse(readFileSync("dist/metafile.json", "utf8")) as Metafile;

/** The files, with code in this built file, that run when the source file `from` is loaded: its static imports. */
export function startOf(from: string, output: string): string[] {
  const built = metafile.outputs[output]?.inputs ?? {};
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? [])
      if (!external && kind !== "dynamic-import") visit(path);
  };
  visit(from);
  return [...seen].filter((file) => (built[file]?.bytesInOutput ?? 0) > 0);
}

/** Bytes of minified code that run when `from` is loaded. */
export function bytesOf(from: string, output: string): number {
  const built = metafile.outputs[output]?.inputs ?? {};
  return startOf(from, output).reduce((sum, file) => sum + (built[file]?.bytesInOutput ?? 0), 0);
}

/** Source files in this built file that are loaded on demand, by `import()`. */
export function loadedOnDemand(output: string): string[] {
  const built = Object.keys(metafile.outputs[output]?.inputs ?? {});
  const targets = built.flatMap((file) => metafile.inputs[file]?.imports ?? []);
  return [...new Set(targets.flatMap(({ path, kind }) => (kind === "dynamic-import" ? path : [])))].sort();
}
