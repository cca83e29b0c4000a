import { folderRules, isWritable, waysToClosed } from "#sandbox/folder-rules.ts";
import type { WritePolicy } from "#sandbox/sandbox.ts";

/** The policy in Seatbelt's language, in which a later rule wins over an earlier one. */
export function profile(policy: WritePolicy): string {
  const rules = folderRules(policy);
  const opened = rules.filter(({ writable }) => writable).map(({ folder }) => folder);
  const fixed = [...new Set([...opened, ...waysToClosed(rules)])].sort();
  return [
    "(version 1)",
    "(allow default)",
    '(deny file-write* (subpath "/"))',
    // A hard link gives a closed file a name in an open folder.
    '(deny file-link (subpath "/"))',
    ...rules.map(
      ({ folder, writable }) => `(${writable ? "allow" : "deny"} file-write* file-link (subpath ${text(folder)}))`,
    ),
    ...policy.files
      .filter((file) => !isWritable(rules, file))
      .map((file) => `(allow file-write* (regex ${named(file)}))`),
    // Without these an open folder could be moved away, and a link to a closed one be put in its place.
    ...fixed.map((folder) => `(deny file-write-unlink (literal ${text(folder)}))`),
    ...policy.hidden.map((folder) => `(deny file-read* file-write* file-link (subpath ${text(folder)}))`),
    "",
  ].join("\n");
}

/** The file and what begins with its name and a dot: `.claude.json.lock`, `.claude.json.tmp.1234.5678`. */
function named(file: string): string {
  const pattern = `^${file.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(\\.[^/]*)?$`;
  // A raw string has no escapes, so it cannot hold a quotation mark.
  return pattern.includes('"') ? text(pattern) : `#"${pattern}"`;
}

function text(value: string): string {
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
