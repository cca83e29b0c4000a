import { OvldError } from "#base/errors.ts";
import type { WritePlaces } from "#config/write-places.ts";
import { isInside } from "#sandbox/folder-rules.ts";
import type { WritePolicy } from "#sandbox/sandbox.ts";

/**
 * Where the agents of a session may write. Of the ovld home that is their session and the knowledge folder, also when
 * the home lies inside a folder that is open: an agent that was talked into it must not plant itself in the settings,
 * the rituals or another army.
 */
export function writePolicy(places: WritePlaces): WritePolicy {
  const { project, ovldHome, session, knowledge } = places;
  if (project === "/") throw new OvldError("sandbox-project", { directory: project, why: "everything" });
  if (isInside(project, ovldHome)) throw new OvldError("sandbox-project", { directory: project, why: "ovld-home" });
  const outside = [project, ...places.repository, ...places.shared].filter((folder) => !isInside(folder, ovldHome));
  const folders = [...new Set([...outside, ...places.extra, session, knowledge])];
  const readOnly = folders.some((folder) => isInside(ovldHome, folder)) ? [ovldHome] : [];
  return { folders, readOnly, files: places.files };
}
