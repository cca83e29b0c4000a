type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that determine where a multiplexer has its sockets. */
const variables = ["HOME", "TMUX_TMPDIR", "ZELLIJ_SOCKET_DIR", "XDG_RUNTIME_DIR", "TMPDIR"] as const;

/** The socket variables of this environment. */
export function socketEnv(env: Environment): Record<string, string> {
  return Object.fromEntries(variables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Replaces the socket variables by those of an army; from cron or another login its sockets would not be found. */
export function withSocketEnv(socketEnv: Record<string, string> | undefined, env: Environment): Environment {
  if (!socketEnv) return env;
  return { ...env, ...Object.fromEntries(variables.map((name) => [name, undefined])), ...socketEnv };
}
