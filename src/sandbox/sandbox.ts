export const sandboxEngines = ["none", "seatbelt", "bubblewrap"] as const;
export type SandboxEngine = (typeof sandboxEngines)[number];

/**
 * Where a sandboxed agent may write; everything else on the disk can only be read, `hidden` not even that. Absolute paths, links resolved.
 * Where folders lie inside each other the innermost decides, and `readOnly` wins over `folders`.
 */
export interface WritePolicy {
  /** Folders, with everything below. */
  folders: readonly string[];
  /** Folders that stay closed although they lie inside an open one. */
  readOnly: readonly string[];
  /** Single files, also when they do not exist yet, and files beside them whose names begin alike (temporary copies). */
  files: readonly string[];
  /** Folders that look empty or cannot be read at all, whatever lies in them. */
  hidden: readonly string[];
}

export interface SandboxFile {
  path: string;
  content: string;
}

/** Keeps an agent from writing where it should not. Fail-closed: what cannot be confined is not started. */
export interface Sandbox {
  readonly engine: SandboxEngine;
  /** Folders that must exist before a wrapped program starts; one that is missing then stays closed to it. */
  folders(policy: WritePolicy): readonly string[];
  /** Files that must exist before a wrapped program starts; `folder` is the session's own. */
  files(policy: WritePolicy, folder: string): SandboxFile[];
  /** Throws unless this machine can confine programs to the policy; asks the real engine. Nothing needs to exist yet. */
  check(policy: WritePolicy, folder: string): Promise<void>;
  /** The command line that runs `argv` confined. */
  wrap(argv: readonly [string, ...string[]], policy: WritePolicy, folder: string): [string, ...string[]];
}
