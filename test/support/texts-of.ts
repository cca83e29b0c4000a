/** Every text of a catalog by its path; functions are called with these values. */
export function textsOf(node: unknown, values: readonly unknown[], path = ""): [path: string, text: string][] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node === "function") return [[path, String(node(...values))]];
  return Object.entries(node as object).flatMap(([key, child]) => textsOf(child, values, `${path}.${key}`));
}
