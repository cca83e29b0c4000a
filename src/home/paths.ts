import { isAbsolute, join } from "node:path";
import { OvldError } from "#errors/ovld-error.ts";
import { ovldHome } from "./ovld-home.ts";

/** Paths in the ovld home. */
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
  /** Homes and projects of running demos. */
  demos: string;
  /** V8's compiled code of the commands that ran. */
  code: string;
  /** Symlink to the newest live session's relay store. */
  relay: string;
  /** Token file of the HTTP API. */
  token: string;
  serverLog: string;
}

/** Paths of one session. */
export interface SessionPaths {
  folder: string;
  record: string;
  relay: string;
  /** Logs of the relays; agents can write there. */
  logs: string;
  /** Log of the watcher; agents cannot write there. */
  watchLog: string;
  /** Fields of roles. They outlive the army if something in them has not landed. */
  work: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Paths in the ovld home of this environment. */
export function resolvePaths(env: Environment): Paths {
  const home = ovldHome(env);
  // A relative path depends on the directory: `purge` could remove the wrong folder.
  if (home !== undefined && !isAbsolute(home)) throw new OvldError("home-relative", { found: home });
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
    code: join(home, "code"),
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
    work: join(folder, "work"),
  };
}

/** Settings file of a project. */
export function projectConfig(directory: string): string {
  return join(directory, ".ovld.toml");
}
