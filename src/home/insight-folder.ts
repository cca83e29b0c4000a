import { createHash } from "node:crypto";
import { basename } from "node:path";

/** Folder name of a project's insights: its own name for readers, and a hash of its path to be unique. */
export function insightFolder(directory: string): string {
  const hash = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  return `${basename(directory)
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .slice(0, 40)}-${hash}`;
}
