import type { SourceControl } from "#source-control/source-control.ts";
import { addField } from "./add-field.ts";
import { discardField, removeField, stateOf } from "./end-field.ts";
import { examine } from "./examine.ts";
import { included } from "./included.ts";
import { gitIn } from "./run-git.ts";
import { snapshot } from "./snapshot.ts";
import { snapshots } from "./snapshots.ts";

export function git({ env }: { env: Readonly<Record<string, string | undefined>> }): SourceControl {
  const run = gitIn({ ...env });
  return {
    examine: (directory) => examine(directory, run),
    async branches(top, prefix) {
      const { stdout } = await run(top, ["for-each-ref", "--format=%(refname:lstrip=2)", `refs/heads/${prefix}/`]);
      return stdout.split("\n").filter(Boolean);
    },
    addField: (top, field, base) => addField(top, field, base, run),
    included: (top) => included(top, run),
    stateOf: (top, field, base) => stateOf(top, field, base, run),
    snapshot: (field, ref, index) => snapshot(field, ref, index, run),
    snapshots: (top, prefix) => snapshots(top, prefix, run),
    async branchAt(top, branch, id) {
      await run(top, ["branch", "--no-track", branch, id]);
    },
    removeField: (top, field, base) => removeField(top, field, base, run),
    discardField: (field) => discardField(field, run),
  };
}
