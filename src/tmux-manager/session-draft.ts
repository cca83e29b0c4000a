import type { TmuxCommand } from "#multiplexer/tmux/command.ts";
import { MARK_VARIABLE } from "#multiplexer/tmux/end-session.ts";
import { PANE_PLACE, placeText } from "#multiplexer/tmux/listing.ts";
import { programIn } from "#multiplexer/tmux/pane-program.ts";
import type { SessionDraft, Step, WindowDraft } from "#multiplexer/tmux/session-steps.ts";
import { setForPane, setForWindow } from "#multiplexer/tmux/set-option.ts";
import type { Area } from "#multiplexer/tmux/shares.ts";
import { toTmuxName } from "#multiplexer/tmux/tmux-name.ts";
import { groups } from "./groups.ts";
import { paneArgv } from "./pane-argv.ts";
import type { AgentConfig, SessionSpec } from "./tmux-config.ts";

export function sessionDraft(config: SessionSpec, { mark, size }: DraftOptions): SessionDraft {
  const session = toTmuxName(config.name);
  const room = { here: `=${session}:`, rows: size.rows };
  // The session's variables are set after its first pane was made, so that pane gets them with its command.
  const firstPane = { ...config.environment, [MARK_VARIABLE]: mark };
  const draftOf = (agents: WindowAgents, index: number): WindowDraft => ({
    title: agents[0].window,
    name: toTmuxName(agents[0].window),
    program: programOf(agents[0], config, index === 0 ? firstPane : {}),
    fill: windowSteps(agents, config, room),
  });
  // `checkSession` guarantees at least one agent.
  const windows = groups(config.agents, ({ window }) => window).map(draftOf) as [WindowDraft, ...WindowDraft[]];
  return { session, mark, size, environment: config.environment, windows };
}

type WindowAgents = readonly [AgentConfig, ...AgentConfig[]];

interface DraftOptions {
  mark: string;
  size: Area;
}

/** Rows that can be halved three times. */
const ROOM_FOR_FOUR = 24;

interface Room {
  here: string;
  rows: number;
}

/**
 * Fills a window from its existing first pane to its last. Each split halves the newest pane; the layout evens them out
 * again.
 */
function windowSteps(agents: WindowAgents, config: SessionSpec, { here, rows }: Room): Step[] {
  const [first, ...others] = agents;
  const name = first.window;
  const step = (what: string, command: TmuxCommand): Step => ({ step: what, command });
  const set = (option: string, value: string) => step(`window ${name}`, setForWindow(here, option, value));
  const number = (index: number, { id }: AgentConfig) =>
    step(`pane ${id}`, setForPane(here, PANE_PLACE, placeText(index, id)));
  const arrange = step(`layout of ${name}`, ["select-layout", "-t", here, config.layout]);
  const hasRoom = (index: number) => index < 2 && rows >= ROOM_FOR_FOUR && index < others.length - 1;
  return [
    // An ended program keeps its last screen, and its pane can be respawned.
    set("remain-on-exit", "on"),
    set("allow-rename", "off"),
    set("synchronize-panes", "off"),
    number(0, first),
    ...others.flatMap((agent, index) => [
      step(`pane ${agent.id}`, ["split-window", "-t", here, ...programOf(agent, config)]),
      number(index + 1, agent),
      ...(hasRoom(index) ? [] : [arrange]),
    ]),
    ...(others.length > 0 ? [step(`window ${name}`, ["select-pane", "-t", `${here}.{top-left}`])] : []),
  ];
}

function programOf(agent: AgentConfig, config: SessionSpec, environment = {}): readonly string[] {
  const own = { ...environment, ...agent.environment };
  return programIn(agent.directory ?? config.directory, paneArgv(agent, config.shell, own));
}
