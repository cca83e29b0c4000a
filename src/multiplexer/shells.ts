/** Programs that would run a line instead of reading it. */
export const shells: readonly string[] = [
  ...["sh", "bash", "dash", "zsh", "fish", "ksh", "mksh", "csh", "tcsh", "ash", "busybox"],
  ...["nu", "xonsh", "elvish", "pwsh"],
];

/** A login shell has a dash before its name. */
export function isShell(program: string | undefined): boolean {
  return program !== undefined && shells.includes(program.replace(/^-/, ""));
}
