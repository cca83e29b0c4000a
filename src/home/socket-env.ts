type Environment = Readonly<Record<string, string | undefined>>;

/** What tells a multiplexer where its sockets are. */
const variables = ["HOME", "TMUX_TMPDIR", "ZELLIJ_SOCKET_DIR", "XDG_RUNTIME_DIR", "TMPDIR"] as const;

/** Where a multiplexer that is started now has its sockets, as the variables that say so. */
export function socketEnv(env: Environment): Record<string, string> {
  return Object.fromEntries(variables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/**
 * The environment in which an army's multiplexer finds its sockets again, wherever one asks from: to cron, or over another
 * login, an army that runs would seem gone.
 */
export function withSocketEnv(socketEnv: Record<string, string> | undefined, env: Environment): Environment {
  if (!socketEnv) return env;
  return { ...env, ...Object.fromEntries(variables.map((name) => [name, undefined])), ...socketEnv };
}
