import type { AgentConfig } from "./tmux-config.ts";

/**
 * The program of an agent's pane. Variables stand before it, because tmux keeps the command of a pane for its next
 * start and forgets variables that it was given beside it.
 */
export function paneArgv(
  agent: Pick<AgentConfig, "command">,
  shell: string,
  environment: Readonly<Record<string, string>>,
): readonly string[] {
  const argv = agent.command ?? [shell, "-i"];
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return variables.length === 0 ? argv : ["env", "--", ...variables, ...withoutEquals(argv)];
}

/** `env` would take a program with `=` in its name for one more variable. */
function withoutEquals(argv: readonly string[]): readonly string[] {
  return argv[0]?.includes("=") ? ["sh", "-c", 'exec "$0" "$@"', ...argv] : argv;
}
