import type { obstacleTexts } from "#errors/work-errors.ts";

/** Why an army has no fields. */
export type FieldObstacle = keyof typeof obstacleTexts;

/** A project's repository and the state that fields begin at. */
export interface Repository {
  /** The working tree that contains the project. */
  top: string;
  /** Folder of objects and refs, which all worktrees share. */
  shared: string;
  /** Commit that is checked out. */
  head: string;
  /** Changed and untracked files. Fields do not have them. */
  changes: number;
}

/** A worktree on a branch of its own. */
export interface Field {
  path: string;
  /** Without `refs/heads/`. */
  branch: string;
}

/** What would be lost with a field. */
export interface FieldState {
  /** Commits that no branch outside `ovld/`, no remote branch and no tag contains. */
  commits: number;
  /** Changed and untracked files; ignored files are not counted. */
  changes: number;
  /** The folder is gone, or it is no worktree any more. */
  isMissing: boolean;
}

/** A field's files at one moment, untracked ones included. */
export interface Snapshot {
  /** Its commit. */
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  /** The ref that keeps this snapshot and all earlier ones of its field. */
  ref: string;
  /** Files that differ from the commit which was checked out. */
  changes: number;
}

/** Worktrees in the repository of a project. Runs no hook, signs nothing, and asks no question. */
export interface SourceControl {
  /** Changes nothing. */
  examine(directory: string): Promise<Repository | { obstacle: FieldObstacle }>;
  /** Names of branches that begin with `prefix/`. */
  branches(top: string, prefix: string): Promise<string[]>;
  /**
   * Makes the field at `base`. A field whose folder was removed is made again at its branch; an existing one is not
   * changed. Resolves to whether the folder was made.
   */
  addField(top: string, field: Field, base: string): Promise<boolean>;
  /** Untracked, ignored files that match the patterns of `.worktreeinclude`, relative to `top`. */
  included(top: string): Promise<string[]>;
  /** `base` is a commit that counts as landed. */
  stateOf(top: string, field: Field, base?: string): Promise<FieldState>;
  /**
   * Keeps the files of a field, and the commit that it has checked out, under `ref`. Files that git ignores are left
   * out. `index` is a file that only snapshots of this field use. Changes nothing in the field, and writes nothing if
   * nothing changed; resolves to the commit, if there is a new one.
   */
  snapshot(field: Field, ref: string, index: string): Promise<string | undefined>;
  /** Snapshots under refs that begin with `prefix/`, newest first. */
  snapshots(top: string, prefix: string): Promise<Snapshot[]>;
  /** Makes a branch at a snapshot's commit; throws if it exists. */
  branchAt(top: string, branch: string, id: string): Promise<void>;
  /** Removes a field and its branch if nothing would be lost; resolves to its state otherwise. */
  removeField(top: string, field: Field, base?: string): Promise<FieldState | "removed">;
  /** Removes the folder of a field with every change in it, and the branch if nothing of it would be lost. */
  discardField(field: Field): Promise<void>;
}
