import type { AgentConfig } from "./tmux-config.ts";

/**
 * The argv of an agent's pane. Variables are passed by `env`, because tmux reuses a pane's command for respawns but
 * forgets the variables of `-e`.
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

/** `env` would take a program with `=` in its name for a variable. */
function withoutEquals(argv: readonly string[]): readonly string[] {
  return argv[0]?.includes("=") ? ["sh", "-c", 'exec "$0" "$@"', ...argv] : argv;
}
