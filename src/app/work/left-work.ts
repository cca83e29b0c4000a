import { join } from "node:path";
import { registryOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import { branchOf } from "#army/field-names.ts";
import { namesIn } from "#base/files.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { ShownField } from "./field-states.ts";

/** Every field in the ovld home, also those that unsummoned armies left. */
export async function leftWork(services: Services): Promise<ShownField[]> {
  const paths = resolvePaths(services.env);
  const armies = await registryOf(services).list();
  const found: ShownField[] = [];
  for (const session of (await namesIn(paths.sessions)).sort()) {
    const { work } = sessionPaths(paths, session);
    const base = armies.find(({ name }) => name === session)?.fields?.base;
    // A name in `sessions` may be a file of another program.
    for (const role of (await namesIn(work).catch(() => [])).sort()) {
      const source = await services.adapters.openSourceControl(services.env);
      const field = { role, path: join(work, role), branch: branchOf(session, role) };
      const state = await source.stateOf(field.path, field, base).catch(() => undefined);
      found.push({ ...field, ...state });
    }
  }
  return found;
}

/** Whether a removal would lose something; also if that is unknown. */
export function hasOpenWork({ commits, changes }: ShownField): boolean {
  return commits !== 0 || changes !== 0;
}

/** Removes fields with all uncommitted files. Branches with commits that have not landed stay. */
export async function discardWork(fields: readonly ShownField[], services: Services): Promise<void> {
  const source = await services.adapters.openSourceControl(services.env);
  // The repository may be gone; the folder is then removed like any other.
  for (const field of fields) await source.discardField(field).catch(() => {});
}
