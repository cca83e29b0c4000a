import type { Services } from "#app/services.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { fieldsOf } from "./plan-fields.ts";

export interface ShownField {
  role: string;
  branch: string;
  path: string;
  /** Commits that have not landed; absent, with `changes`, if the field could not be examined. */
  commits?: number;
  changes?: number;
  isMissing?: boolean;
}

/** The fields of an army and what has not landed. */
export async function fieldStates(entry: SessionEntry, services: Services): Promise<ShownField[]> {
  const { fields: record, name: session, directory } = entry;
  if (!record) return [];
  const source = await services.adapters.openSourceControl(services.env);
  return Promise.all(
    fieldsOf({ session, directory }, record, services.env).map(async (field) => {
      const { role, branch, path } = field;
      const state = await source.stateOf(record.top, field, record.base).catch(() => undefined);
      return { role, branch, path, ...state };
    }),
  );
}
