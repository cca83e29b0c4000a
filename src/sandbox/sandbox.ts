export const sandboxEngines = ["none", "seatbelt", "bubblewrap"] as const;
export type SandboxEngine = (typeof sandboxEngines)[number];

/**
 * Files that a sandboxed agent may write. All others are read-only, and `hidden` ones unreadable. Paths are absolute,
 * with symlinks resolved. Of nested folders the innermost decides, and `readOnly` wins over `folders`.
 */
export interface WritePolicy {
  /** Folders, with everything below. */
  folders: readonly string[];
  /** Read-only folders inside a writable one. */
  readOnly: readonly string[];
  /** Single files, even before they exist, and their temporary copies: files with the name as a prefix. */
  files: readonly string[];
  /** Folders that appear empty or are unreadable. */
  hidden: readonly string[];
}

export interface SandboxFile {
  path: string;
  content: string;
}

/** Confines agents to the policy. Fail-closed: a program that cannot be confined is not started. */
export interface Sandbox {
  readonly engine: SandboxEngine;
  /** Folders that must exist before a wrapped program starts. A missing one stays read-only. */
  folders(policy: WritePolicy): readonly string[];
  /** Files that must exist before a wrapped program starts; `folder` is the session's own. */
  files(policy: WritePolicy, folder: string): SandboxFile[];
  /**
   * Throws unless this machine can confine programs to the policy; runs the real engine. No folder needs to exist yet.
   */
  check(policy: WritePolicy, folder: string): Promise<void>;
  /** The command line that runs `argv` confined. */
  wrap(argv: readonly [string, ...string[]], policy: WritePolicy, folder: string): [string, ...string[]];
}
