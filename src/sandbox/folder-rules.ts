import type { WritePolicy } from "./sandbox.ts";

export interface FolderRule {
  folder: string;
  writable: boolean;
}

/** The policy's folders, outer before inner, without redundant ones. */
export function folderRules({ folders, readOnly }: WritePolicy): FolderRule[] {
  const wanted = new Map([...folders.map((f) => [f, true] as const), ...readOnly.map((f) => [f, false] as const)]);
  const rules: FolderRule[] = [];
  for (const [folder, writable] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (isWritable(rules, folder) !== writable) rules.push({ folder, writable });
  return rules;
}

/** The rule of the innermost folder that contains the path. */
export function isWritable(rules: readonly FolderRule[], path: string): boolean {
  return rules.findLast(({ folder }) => isInside(path, folder))?.writable ?? false;
}

/** Writable parents of a read-only folder. An agent that renames one could replace it by a folder of the same name. */
export function waysToClosed(rules: readonly FolderRule[]): string[] {
  const ways = rules
    .filter(({ writable }) => !writable)
    .flatMap(({ folder }) => parentsOf(folder).filter((parent) => isWritable(rules, parent)));
  return [...new Set(ways)].sort();
}

/** True for the folder itself and everything below. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
}
