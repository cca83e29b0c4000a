import { join, relative } from "node:path";
import { registryOf } from "#app/armies/army-parts.ts";
import type { Services } from "#app/services.ts";
import { branchOf } from "#army/field-names.ts";
import type { Formation } from "#army/formation.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Field, FieldObstacle } from "#source-control/source-control.ts";
import { type Ground, rolesInFields } from "./examine-work.ts";
import { freePorts } from "./free-ports.ts";

export type FieldsRecord = NonNullable<SessionEntry["fields"]>;

/** A role's field, before it is made. */
export interface PlannedField extends Field {
  role: string;
  /** Where its agent starts: the project's folder in the field. */
  directory: string;
  /** Folder of the hooks that guard the repository's refs. */
  guard: string;
  slot: number;
  port: number;
}

export type FieldNotice =
  | { what: "fields"; roles: readonly string[]; base: string }
  /** Changes in the project that no commit and so no field has. */
  | { what: "uncommitted"; count: number }
  /** `auto` chose the project itself. */
  | { what: "shared"; obstacle: FieldObstacle };

export interface FieldsPlan {
  record: FieldsRecord | undefined;
  fields: readonly PlannedField[];
  notices: readonly FieldNotice[];
}

interface Army {
  session: string;
  directory: string;
  formation: Formation;
  ground: Ground;
}

/** Plans the fields of a new army, or returns those of an earlier one; creates nothing. */
export async function planFields(army: Army, again: SessionEntry | undefined, services: Services): Promise<FieldsPlan> {
  const { repository, obstacle } = army.ground;
  if (again) return { record: again.fields, fields: fieldsOf(army, again.fields, services.env), notices: [] };
  if (!repository) return { record: undefined, fields: [], notices: obstacle ? [{ what: "shared", obstacle }] : [] };
  const { top, shared, head, changes } = repository;
  const roles = rolesInFields(army.ground, army.formation, undefined);
  const others = await registryOf(services).list();
  const taken = others.flatMap(({ fields }) => Object.values(fields?.slots ?? {}).map(({ port }) => port));
  const ports = await freePorts(roles.length, taken);
  const slots = roles.map((role, index) => [role, { slot: index + 1, port: ports[index] ?? 0 }] as const);
  const record = { top, shared, base: head, slots: Object.fromEntries(slots) };
  return {
    record,
    fields: fieldsOf(army, record, services.env),
    notices: [
      { what: "fields", roles, base: head },
      ...(changes > 0 ? [{ what: "uncommitted", count: changes } as const] : []),
    ],
  };
}

/** The fields of a recorded army. */
export function fieldsOf(
  { session, directory }: Pick<Army, "session" | "directory">,
  record: FieldsRecord | undefined,
  env: Services["env"],
): PlannedField[] {
  if (!record) return [];
  const { folder, work } = sessionPaths(resolvePaths(env), session);
  return Object.entries(record.slots).map(([role, slot]) => {
    const path = join(work, role);
    return {
      ...{ role, path, branch: branchOf(session, role), ...slot },
      directory: join(path, relative(record.top, directory)),
      guard: join(folder, "guard", role),
    };
  });
}
