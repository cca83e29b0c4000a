import { type FormationPane, formationFrom } from "#army/formation.ts";
import { ConfigLoader as SettingsLoader } from "#config/load.ts";
import { isBuiltIn, readFormationFile } from "./home/formation-files.ts";
import { resolvePaths } from "./home/paths.ts";
import type { AgentConfig, TmuxConfig } from "./tmux-manager/tmux-config.ts";

export type { ErrorCode } from "./errors/error-table.ts";
export { OvldError } from "./errors/ovld-error.ts";
export type { CaptureOptions } from "./multiplexer/tmux/capture.ts";
export type { Cleanup } from "./tmux-manager/cleanup.ts";
export type {
  SendOptions,
  SubscribeOptions,
  WindowChoice,
} from "./tmux-manager/method-options.ts";
export type { Pane, Session, Window } from "./tmux-manager/session.ts";
export type {
  AgentConfig,
  LayoutType,
  SessionConfig,
  SessionRequest,
  TmuxConfig,
} from "./tmux-manager/tmux-config.ts";
export type { TmuxEvent } from "./tmux-manager/tmux-event.ts";
export { TmuxManager } from "./tmux-manager/tmux-manager.ts";
export { TmuxSessionError } from "./tmux-manager/tmux-session-error.ts";

export interface LoadOptions {
  /** By default the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The project with `.ovld.toml`, and the working directory of panes; by default that of this process. */
  readonly directory?: string;
}

/** The settings of ovld for library users: defaults, `config.toml`, the project's file, the environment. */
export const ConfigLoader = {
  load({ env = process.env, directory = process.cwd() }: LoadOptions = {}): { readonly tmux: TmuxConfig } {
    const { programs, tmux } = SettingsLoader.load({ env, directory });
    const { HOME = "", SHELL } = env;
    return {
      tmux: {
        program: programs.tmux,
        env: { ...env },
        socketName: tmux.socket_name || undefined,
        socketPath: tmux.socket_path.replace(/^~(?=\/|$)/, () => HOME) || undefined,
        folder: resolvePaths(env).tmux,
        columns: tmux.columns,
        rows: tmux.rows,
        timeLimit: tmux.answer_within,
        agents: agentsOf(tmux.formation, env),
        layout: tmux.layout,
        shell: tmux.shell || SHELL || "/bin/sh",
        environment: tmux.environment,
        directory,
      },
    };
  },
};

declare const __OVLD_AGENTS__: Readonly<Record<string, readonly AgentConfig[]>> | undefined;

/** An agent for each role of a formation, in the order of tabs and panes. The build inlines the shipped formations. */
function agentsOf(name: string, env: NonNullable<LoadOptions["env"]>): readonly AgentConfig[] {
  const paths = resolvePaths(env);
  const shipped = typeof __OVLD_AGENTS__ === "object" && isBuiltIn(name, paths) ? __OVLD_AGENTS__[name] : undefined;
  if (shipped) return shipped;
  const { tabs, roles } = formationFrom(name, readFormationFile(name, paths));
  const models = new Map(roles.map(({ id, model }) => [id, model]));
  const rolesIn = ({ role, panes = [] }: FormationPane): string[] => (role ? [role] : panes.flatMap(rolesIn));
  return tabs.flatMap((tab) => rolesIn(tab).map((id) => ({ id, window: tab.name, model: models.get(id) })));
}
