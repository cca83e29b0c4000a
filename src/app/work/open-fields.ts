import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Services } from "#app/services.ts";
import { armyOf } from "#army/field-names.ts";
import { fileFailure, makeFolder } from "#base/files.ts";
import { run } from "#base/run.ts";
import { together } from "#base/together.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SourceControl } from "#source-control/source-control.ts";
import { writeGuard } from "./guard.ts";
import type { FieldsRecord, PlannedField } from "./plan-fields.ts";
import { snapshotField } from "./snapshot-field.ts";

/** A field with the commands that set it up, confined like its agent. */
export interface FieldOrder extends PlannedField {
  setup: readonly { command: string; argv: readonly [string, ...string[]] }[];
}

const SETUP_LIMIT = 900_000;

/** Makes missing fields and sets them up. After a failure those that it made are removed again. */
export async function openFields(
  record: FieldsRecord | undefined,
  fields: readonly FieldOrder[],
  services: Services,
): Promise<void> {
  if (!record) return;
  const source = await services.adapters.openSourceControl(services.env);
  const made: FieldOrder[] = [];
  try {
    // Not in parallel: `git worktree add` reads the entries of all worktrees, also unfinished ones (git 2.39).
    for (const field of fields) if (await openField(field, record, source, services)) made.push(field);
    await together(
      made.map(async (field) => {
        await copyIncluded(record.top, field, source);
        for (const step of field.setup) await setUp(field, step, services);
      }),
    );
  } catch (error) {
    for (const field of made) await source.discardField(field).catch(() => {});
    throw error;
  }
}

async function openField(
  field: FieldOrder,
  { top, shared, base }: FieldsRecord,
  source: SourceControl,
  services: Services,
) {
  await writeGuard(field, shared);
  await makeFolder(dirname(field.path));
  await snapshotField(armyOf(field.branch), field, services);
  const isMade = await source.addField(top, field, base);
  // A project's folder without a committed file is not in a worktree.
  await makeFolder(field.directory);
  return isMade;
}

async function copyIncluded(top: string, { path }: FieldOrder, source: SourceControl): Promise<void> {
  for (const file of await source.included(top)) {
    const target = join(path, file);
    await makeFolder(dirname(target));
    await cp(join(top, file), target, { verbatimSymlinks: true, force: false }).catch((error: unknown) => {
      throw fileFailure("write", target, error);
    });
  }
}

async function setUp(
  { role, directory }: FieldOrder,
  { command, argv: [program, ...args] }: FieldOrder["setup"][number],
  { env, signal }: Services,
): Promise<void> {
  try {
    await run(program, args, { cwd: directory, env: { ...env }, signal, timeLimit: SETUP_LIMIT });
  } catch (error) {
    if (!OvldError.is(error, "program-failed", "program-timeout")) throw error;
    const reason = error.details.stderr.trim().split("\n").at(-1) || error.message;
    throw new OvldError("field-setup-failed", { role, command, reason, cause: error });
  }
}
