import { join } from "node:path";
import type { Services } from "#app/services.ts";
import { snapshotsOf } from "#army/field-names.ts";
import { makeFolder } from "#base/files.ts";
import type { PlannedField } from "./plan-fields.ts";

/** Keeps the files of a field in the repository, also those that no commit has. */
export async function snapshotField(
  session: string,
  field: Pick<PlannedField, "role" | "path" | "branch" | "guard">,
  { env, adapters }: Pick<Services, "env" | "adapters">,
): Promise<string | undefined> {
  const source = await adapters.openSourceControl(env);
  await makeFolder(field.guard);
  return source.snapshot(field, `${snapshotsOf(session)}/${field.role}`, join(field.guard, "snapshot.index"));
}
