import { rmdir } from "node:fs/promises";
import type { Services } from "#app/services.ts";
import { asOvldError, systemCode } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { fieldsOf } from "./plan-fields.ts";
import { snapshotField } from "./snapshot-field.ts";

/** A field that stays because something in it has not landed. */
export interface KeptField {
  role: string;
  branch: string;
  path: string;
  commits: number;
  changes: number;
  /** Why the field could not be examined. */
  error?: string;
}

/** Removes the fields of an ended army in which nothing would be lost, and reports the others. */
export async function closeFields(entry: SessionEntry, services: Services): Promise<KeptField[]> {
  const { fields: record, name: session, directory } = entry;
  if (!record) return [];
  const source = await services.adapters.openSourceControl(services.env);
  const kept: KeptField[] = [];
  for (const field of fieldsOf({ session, directory }, record, services.env)) {
    const { role, branch, path } = field;
    try {
      await snapshotField(session, field, services);
      const state = await source.removeField(record.top, field, record.base);
      if (state !== "removed") kept.push({ role, branch, path, commits: state.commits, changes: state.changes });
    } catch (error) {
      kept.push({ role, branch, path, commits: 0, changes: 0, error: asOvldError(error).message });
    }
  }
  await removeEmptyWork(session, services.env);
  if (kept.length > 0) services.tell({ what: "work-kept", session, fields: kept });
  return kept;
}

async function removeEmptyWork(session: string, env: Services["env"]): Promise<void> {
  await rmdir(sessionPaths(resolvePaths(env), session).work).catch((error: unknown) => {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) throw error;
  });
}
