import { isAbsolute, join } from "node:path";
import { OvldError } from "#errors/ovld-error.ts";

/** Every place of the ovld home. */
export interface Paths {
  home: string;
  config: string;
  registry: string;
  sessions: string;
  formations: string;
  rituals: string;
  knowledge: string;
  /** Mail and facts of armies that were dismissed. */
  history: string;
  /** Registry and log of the sessions that the module `ovld/tmux` made. */
  tmux: string;
  /** Homes and projects of the demos that run. */
  demos: string;
  /** Symlink to the newest live session's relay store. */
  relay: string;
  /** What clients of the HTTP API must show. */
  token: string;
  serverLog: string;
}

/** The places of one session that several rooms know. */
export interface SessionPaths {
  folder: string;
  record: string;
  relay: string;
  /** Of the relays; agents can write there. */
  logs: string;
  /** Of the watcher; agents cannot write there. */
  watchLog: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `OVLD_HOME`, else `ovld` in `XDG_CONFIG_HOME`, else `~/.config/ovld`; of the latter two, relative values count as unset. */
export function resolvePaths(env: Environment): Paths {
  const home = ovldHome(env);
  if (home === undefined) throw new OvldError("no-home", {});
  return {
    home,
    config: join(home, "config.toml"),
    registry: join(home, "registry.json"),
    sessions: join(home, "sessions"),
    formations: join(home, "formations"),
    rituals: join(home, "rituals"),
    knowledge: join(home, "knowledge"),
    history: join(home, "history"),
    tmux: join(home, "tmux"),
    demos: join(home, "demos"),
    relay: join(home, "relay"),
    token: join(home, "server", "token"),
    serverLog: join(home, "server", "server.log"),
  };
}

export function sessionPaths(paths: Paths, session: string): SessionPaths {
  const folder = join(paths.sessions, session);
  return {
    folder,
    record: join(folder, "session.json"),
    relay: join(folder, "relay"),
    logs: join(folder, "logs"),
    watchLog: join(folder, "watch.log"),
  };
}

/** The file a project may keep settings in. */
export function projectConfig(directory: string): string {
  return join(directory, ".ovld.toml");
}

function ovldHome(env: Environment): string | undefined {
  const { OVLD_HOME, XDG_CONFIG_HOME, HOME } = env;
  // Another folder than the one that was meant may be purged.
  if (OVLD_HOME && !isAbsolute(OVLD_HOME)) throw new OvldError("home-relative", { found: OVLD_HOME });
  if (OVLD_HOME) return OVLD_HOME;
  if (usable(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, "ovld");
  return usable(HOME) ? join(HOME, ".config", "ovld") : undefined;
}

function usable(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path);
}
