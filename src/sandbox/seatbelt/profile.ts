import { folderRules, isWritable, waysToClosed } from "#sandbox/folder-rules.ts";
import type { WritePolicy } from "#sandbox/sandbox.ts";

/** The policy as a Seatbelt profile: later rules win over earlier ones. */
export function profile(policy: WritePolicy): string {
  const rules = folderRules(policy);
  const opened = rules.filter(({ writable }) => writable).map(({ folder }) => folder);
  const fixed = [...new Set([...opened, ...waysToClosed(rules)])].sort();
  return [
    "(version 1)",
    "(allow default)",
    '(deny file-write* (subpath "/"))',
    // A hard link would give a read-only file a name in a writable folder.
    '(deny file-link (subpath "/"))',
    ...rules.map(
      ({ folder, writable }) => `(${writable ? "allow" : "deny"} file-write* file-link (subpath ${text(folder)}))`,
    ),
    ...policy.files
      .filter((file) => !isWritable(rules, file))
      .map((file) => `(allow file-write* (regex ${named(file)}))`),
    // Otherwise a writable folder could be renamed and replaced by a symlink to a read-only one.
    ...fixed.map((folder) => `(deny file-write-unlink (literal ${text(folder)}))`),
    ...policy.hidden.map((folder) => `(deny file-read* file-write* file-link (subpath ${text(folder)}))`),
    "",
  ].join("\n");
}

/** The file and names that begin with it and a dot: `state.json.lock`, `state.json.tmp.1234.5678`. */
function named(file: string): string {
  const pattern = `^${file.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(\\.[^/]*)?$`;
  // A raw string has no escapes, so it cannot contain a quotation mark.
  return pattern.includes('"') ? text(pattern) : `#"${pattern}"`;
}

function text(value: string): string {
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
