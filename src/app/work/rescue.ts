import type { Services } from "#app/services.ts";
import { snapshotsOf } from "#army/field-names.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Snapshot } from "#source-control/source-control.ts";

export interface KeptSnapshot extends Snapshot {
  army: string;
  role: string;
}

/** Snapshots in the repository of this directory, newest first; of all armies, also ended ones. */
export async function keptSnapshots({ env, adapters, directory }: Services): Promise<KeptSnapshot[]> {
  const source = await adapters.openSourceControl(env);
  const found = await source.snapshots(directory, snapshotsOf());
  return found.flatMap((snapshot) => {
    const [, , army = "", kind, role = ""] = snapshot.ref.split("/");
    return kind === "snap" ? [{ ...snapshot, army, role }] : [];
  });
}

/** Makes a branch of a role's newest snapshot, or of the one whose id begins with the word; changes no files. */
export async function rescue(word: string, services: Services): Promise<{ branch: string; snapshot: KeptSnapshot }> {
  const all = await keptSnapshots(services);
  const snapshot =
    all.find(({ role }) => role === word) ?? all.find(({ id }) => word.length >= 4 && id.startsWith(word));
  if (!snapshot) throw new OvldError("snapshot-unknown", { word, known: [...new Set(all.map(({ role }) => role))] });
  const branch = `rescue/${snapshot.army}-${snapshot.role}-${snapshot.id.slice(0, 10)}`;
  const source = await services.adapters.openSourceControl(services.env);
  const there = await source.branches(services.directory, "rescue");
  if (!there.includes(branch)) await source.branchAt(services.directory, branch, snapshot.id);
  return { branch, snapshot };
}
