import { tmuxLayouts } from "#config/tmux-layouts.ts";
import { isPlainText } from "#multiplexer/plain-text.ts";
import {
  badArgument,
  type Check,
  entries,
  fields,
  filledText,
  list,
  oneOf,
  optional,
  plainText,
  text,
  wholeNumber,
} from "./check.ts";
import type { AgentConfig, LayoutType, SessionRequest, SessionSpec, TmuxConfig } from "./tmux-config.ts";

export function checkConfig(value: TmuxConfig): TmuxConfig {
  return config(value, "config");
}

/** Fills in a request from the manager's config; manager-only keys of the request have no effect. */
export function checkSession(request: string | SessionRequest, base: TmuxConfig): SessionSpec {
  const { agents, layout, shell, environment, directory } = base;
  const own = Object.entries(typeof request === "string" ? { name: request } : (request ?? {}));
  const wanted = {
    ...{ agents, layout, shell, environment, directory },
    ...Object.fromEntries(own.filter(([key]) => !managerKeys.includes(key))),
  };
  return sessionSpec(wanted, "session");
}

const managerKeys = ["program", "env", "socketName", "socketPath", "folder", "timeLimit"];

export function checkAgent(value: AgentConfig): AgentConfig {
  return agent(value, "agent");
}

/** tmux 3.3a crashes, with all its sessions, on an unknown layout. */
export function checkLayout(value: LayoutType): LayoutType {
  return layout(value, "layout");
}

const command: Check<[string, ...string[]]> = (value, path) => {
  const [program, ...args] = list(plainText)(value, path);
  return [filledText(program, `${path}[0]`), ...args];
};

const environment = entries((name) => isPlainText(name) && /^[^=]+$/.test(name), plainText);

const agent = fields<AgentConfig>({
  id: filledText,
  window: filledText,
  command: optional(command),
  model: optional(plainText),
  directory: optional(filledText),
  environment: optional(environment),
});

const agents: Check<AgentConfig[]> = (value, path) => {
  const all = list(agent)(value, path);
  if (all.length === 0) throw badArgument(path, { type: "not-empty" }, all);
  const ids = all.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated >= 0) throw badArgument(`${path}[${repeated}].id`, { type: "unique" }, ids[repeated]);
  return all;
};

/** A name that looks like a tmux id could mean two sessions at once. */
const name: Check<string> = (value, path) => {
  if (!/^\$\d+$/.test(filledText(value, path))) return value as string;
  throw badArgument(path, { type: "text-matching", example: '"my-name-1"' }, value);
};

const layout = oneOf(tmuxLayouts);
const columns = wholeNumber(10, 10_000);
const rows = wholeNumber(5, 10_000);
const common = { agents, layout, shell: filledText, environment, directory: filledText };

export const sessionSpec = fields<SessionSpec>({ name, ...common, columns: optional(columns), rows: optional(rows) });

const config = fields<TmuxConfig>({
  ...common,
  program: filledText,
  env: entries(() => true, optional(text)),
  socketName: optional(filledText),
  socketPath: optional(filledText),
  folder: filledText,
  columns,
  rows,
  timeLimit: wholeNumber(1),
});
