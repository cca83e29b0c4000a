import * as z from "zod";
import { tmuxLayouts } from "#config/tmux-layouts.ts";
import { describeFound, expectationOf } from "#errors/expectation-of.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { isPlainText } from "#multiplexer/plain-text.ts";
import type { AgentConfig, LayoutType, SessionRequest, SessionSpec, TmuxConfig } from "#tmux-manager/tmux-config.ts";
import { isSurelyConfig, isSurelySession } from "./surely-good.ts";

/** What no argument of a program can carry is refused, with its place. */
const text = z.string().refine(isPlainText, { params: { expected: "plain-text" } });
const filled = text.min(1);
const environment = z.record(filled.regex(/^[^=]+$/), text);
const layout = z.enum(tmuxLayouts);

const agent = z.strictObject({
  id: filled,
  window: filled,
  command: z.tuple([filled], text).optional(),
  model: text.optional(),
  directory: filled.optional(),
  environment: environment.optional(),
});

const agents = z
  .array(agent)
  .min(1)
  .superRefine((all, context) => {
    for (const [index, { id }] of all.entries())
      if (all.findIndex((other) => other.id === id) < index)
        context.addIssue({ code: "custom", path: [index, "id"], params: { expected: "unique" }, input: id });
  });

const defaults = { agents, layout, shell: filled, environment, directory: filled };
const columns = z.int().min(10).max(10_000);
const rows = z.int().min(5).max(10_000);
/** A name like tmux's own ids could mean two sessions at once. */
const name = filled.regex(/^(?!\$\d+$)/);
export const sessionSchema = z.strictObject({ name, ...defaults, columns: columns.optional(), rows: rows.optional() });
export const configSchema = z.strictObject({
  ...defaults,
  program: filled,
  env: z.record(z.string(), z.string().optional()),
  socketName: filled.optional(),
  socketPath: filled.optional(),
  folder: filled,
  columns,
  rows,
  timeLimit: z.int().min(1),
});

export function checkConfig(value: TmuxConfig): TmuxConfig {
  return isSurelyConfig(value) ? structuredClone(value) : (check("config", configSchema, value) as TmuxConfig);
}

/** Takes from the manager's config what a request leaves out, and never from a request what only a manager can have. */
export function checkSession(request: string | SessionRequest, base: TmuxConfig): SessionSpec {
  const { agents, layout, shell, environment, directory } = base;
  const own = Object.entries(typeof request === "string" ? { name: request } : (request ?? {}));
  const wanted = {
    ...{ agents, layout, shell, environment, directory },
    ...Object.fromEntries(own.filter(([key]) => !managerKeys.includes(key))),
  };
  return (isSurelySession(wanted) ? structuredClone(wanted) : check("session", sessionSchema, wanted)) as SessionSpec;
}

const managerKeys = ["program", "env", "socketName", "socketPath", "folder", "timeLimit"];

export function checkAgent(value: AgentConfig): AgentConfig {
  return check("agent", agent, value) as AgentConfig;
}

/** tmux 3.3a ends with all its sessions when it is given a layout that it does not know. */
export function checkLayout(value: LayoutType): LayoutType {
  return tmuxLayouts.includes(value) ? value : check("layout", layout, value);
}

function check<T>(what: string, type: z.ZodType<T>, value: unknown): T {
  const result = type.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw result.error;
  throw new OvldError("bad-argument", problemOf(what, issue, value));
}

function problemOf(what: string, issue: z.core.$ZodIssue, value: unknown) {
  const place = argumentText(what, issue.path);
  const known = () =>
    Object.keys((issue.path.length > 0 ? agent : what === "config" ? configSchema : sessionSchema).shape);
  switch (issue.code) {
    case "unrecognized_keys":
      return {
        argument: `a key of ${place}`,
        expected: { type: "one-of", values: known() } as const,
        found: describeFound(issue.keys[0]),
      };
    case "invalid_key":
      return {
        argument: `a name in ${argumentText(what, issue.path.slice(0, -1))}`,
        expected: { type: "text-matching", example: '"NAME"' } as const,
        found: describeFound(issue.path.at(-1)),
      };
    default: {
      const found = issue.path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)[part], value);
      return { argument: place, expected: expectationOf(issue), found: describeFound(found) };
    }
  }
}

/** `session.agents[2].window` */
function argumentText(what: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : `${text}.${String(part)}`),
    what,
  );
}
