import { literal, type TmuxCommand } from "#multiplexer/tmux/command.ts";
import { keepUnattached } from "#multiplexer/tmux/keep-unattached.ts";
import { listPanes, MARK, PANE_PLACE, placeText } from "#multiplexer/tmux/listing.ts";
import { MARK_VARIABLE } from "#multiplexer/tmux/make-session.ts";
import { toTmuxName } from "#multiplexer/tmux/tmux-name.ts";
import { paneArgv } from "#tmux-manager/pane-argv.ts";
import type { AgentConfig, SessionSpec, TmuxConfig } from "#tmux-manager/tmux-config.ts";

/** One command of making a session, what it makes, and whether tmux answers it with a line. */
export interface Step {
  step: string;
  command: TmuxCommand;
  answers: boolean;
}

export interface StepOptions extends Pick<TmuxConfig, "columns" | "rows"> {
  mark: string;
}

/**
 * A whole session in steps. Ids are not known yet, so each command means the active pane of the current window, which
 * is always the newest: that is right for any `base-index`.
 */
export function sessionSteps(config: SessionSpec, { mark, columns, rows }: StepOptions): Step[] {
  const here = `=${toTmuxName(config.name)}:`;
  const environment = { ...config.environment, [MARK_VARIABLE]: mark };
  const [first, ...others] = windowsOf(config.agents);
  if (!first) return [];
  const size = ["-x", String(columns), "-y", String(rows)];
  const named = (window: string) => ["-n", toTmuxName(window)];
  // The session's own variables are set after its first pane was made, which is given them beside its program.
  const firstPane = paneWords(first.agents[0], config, environment);
  return [
    answering(
      "session",
      ["new-session", "-d", "-s", toTmuxName(config.name), ...named(first.name), ...size],
      firstPane,
    ),
    quiet("session", ["set-option", "-t", here, MARK, mark]),
    ...keepUnattached(here).map((command) => quiet("session", command)),
    ...Object.entries(environment).map(([name, value]) =>
      quiet("environment", ["set-environment", "-t", here, "--", name, value]),
    ),
    ...windowSteps(first, config, { here, rows }),
    ...others.flatMap((window) => [
      answering(
        `window ${window.name}`,
        ["new-window", "-t", here, ...named(window.name)],
        paneWords(window.agents[0], config),
      ),
      ...windowSteps(window, config, { here, rows }),
    ]),
    quiet("session", ["select-window", "-t", `${here}{start}`]),
    { step: "session", command: listPanes(["-s", "-t", here]), answers: true },
  ];
}

interface WindowPlan {
  name: string;
  agents: [AgentConfig, ...AgentConfig[]];
}

/** Windows in the order in which agents name them first. */
function windowsOf(agents: readonly AgentConfig[]): WindowPlan[] {
  const windows = new Map<string, WindowPlan>();
  for (const agent of agents) {
    const window = windows.get(agent.window);
    if (window) window.agents.push(agent);
    else windows.set(agent.window, { name: agent.window, agents: [agent] });
  }
  return [...windows.values()];
}

/** Rows that can be halved three times. */
const ROOM_FOR_FOUR = 24;

interface Room {
  here: string;
  rows: number;
}

/**
 * From the first pane, which is there already, to the last. Each split halves the newest pane: the layout makes room
 * again.
 */
function windowSteps({ name, agents }: WindowPlan, config: SessionSpec, { here, rows }: Room): Step[] {
  const set = (option: string, value: string) =>
    quiet(`window ${name}`, ["set-option", "-w", "-t", here, option, value]);
  const place = (index: number, { id }: AgentConfig) =>
    quiet(`pane ${id}`, ["set-option", "-p", "-t", here, PANE_PLACE, placeText(index, id)]);
  const [first, ...others] = agents;
  const arrange = quiet(`layout of ${name}`, ["select-layout", "-t", here, config.layout]);
  const hasRoom = (index: number) => index < 2 && rows >= ROOM_FOR_FOUR && index < others.length - 1;
  return [
    // A program that has ended leaves its last screen, and its pane to be started in again.
    set("remain-on-exit", "on"),
    set("allow-rename", "off"),
    set("synchronize-panes", "off"),
    place(0, first),
    ...others.flatMap((agent, index) => [
      answering(`pane ${agent.id}`, ["split-window", "-t", here], paneWords(agent, config)),
      place(index + 1, agent),
      ...(hasRoom(index) ? [] : [arrange]),
    ]),
    ...(others.length > 0 ? [quiet(`window ${name}`, ["select-pane", "-t", `${here}.{top-left}`])] : []),
  ];
}

function paneWords(agent: AgentConfig, config: SessionSpec, environment = {}): string[] {
  const own = { ...environment, ...agent.environment };
  return ["-c", literal(agent.directory ?? config.directory), "--", ...paneArgv(agent, config.shell, own)];
}

/** What makes a pane says of which session on which server. */
function answering(step: string, [name, ...args]: TmuxCommand, pane: readonly string[]): Step {
  return { step, command: [name, ...args, "-P", "-F", MADE, ...pane], answers: true };
}

const MADE = "#{session_id} #{pid} #{socket_path}";

function quiet(step: string, command: TmuxCommand): Step {
  return { step, command, answers: false };
}
