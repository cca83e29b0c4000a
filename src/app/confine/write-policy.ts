import { OvldError } from "#errors/ovld-error.ts";
import { isInside } from "#sandbox/folder-rules.ts";
import type { WritePolicy } from "#sandbox/sandbox.ts";
import type { WritePaths } from "./write-paths.ts";

/** Parts of a session's folder that agents write to: mail, moods, logs of their relays. */
const OPEN = ["relay", "bell", "logs"];
/** Subfolders of `OPEN` that control processes outside the sandbox. */
const CLOSED = ["relay/closed", "relay/mcp"];

/**
 * Where the agents of a session may write. In the ovld home only `OPEN` in their session and the project's insights are
 * writable, even if the home lies in a writable folder. A hijacked agent must not change settings, rituals, other
 * armies or its own record.
 */
export function writePolicy(paths: WritePaths): WritePolicy {
  const { project, ovldHome, session, knowledge, field } = paths;
  if (project === "/") throw new OvldError("sandbox-project", { directory: project, why: "everything" });
  if (isInside(project, ovldHome)) throw new OvldError("sandbox-project", { directory: project, why: "ovld-home" });
  // A field lies in the ovld home.
  const own = field === undefined ? [] : [field];
  const places = field === undefined ? [project] : [];
  const outside = [...places, ...paths.repository, ...paths.shared].filter((folder) => !isInside(folder, ovldHome));
  const folders = [
    ...new Set([...outside, ...own, ...paths.extra, ...OPEN.map((part) => `${session}/${part}`), knowledge]),
  ];
  const home = folders.some((folder) => isInside(ovldHome, folder)) ? [ovldHome] : [];
  const readOnly = [...home, ...CLOSED.map((part) => `${session}/${part}`)];
  return { folders, readOnly, files: paths.files, hidden: [paths.server] };
}
