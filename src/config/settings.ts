import { isAbsolute } from "node:path";
import * as z from "zod";
import { agentKinds, firstKind } from "#agent-cli/kinds.ts";
import { tmuxLayouts } from "./tmux-layouts.ts";

/** One setting. */
export interface Setting<T = unknown> {
  kind: "setting";
  type: z.ZodType<T>;
  default: T;
  /** Ignored in a project's file, which may come from a cloned repository. */
  userOnly: boolean;
}

const absolutePath = z.string().refine((path) => isAbsolute(path) || path === "~" || path.startsWith("~/"), {
  params: { expected: "absolute-path" },
});
const program = z.string().min(1);
const formationName = z.string().regex(/^[a-z0-9][a-z0-9_-]*$/);
const seconds = z
  .int()
  .min(1)
  .max(7 * 24 * 3600);

const tokens = z.int().min(0).max(1_000_000_000_000);

/** `auto`: worktrees if the project allows them. `shared`: all roles work in the project. */
export const isolations = ["auto", "worktree", "shared"] as const;

/** Every setting, in the order in which `ovld config` shows them. */
export const settings = {
  lang: setting(z.enum(["en", "ja"]), "en"),
  multiplexer: setting(z.enum(["auto", "zellij", "tmux"]), "auto"),
  formation: setting(formationName, "overlord"),
  autonomy: userSetting(z.enum(["ask", "edits", "full"]), "ask"),
  rituals: {
    method: userSetting(z.enum(["type", "launch"]), "type"),
  },
  relay: {
    knowledge: userSetting(z.boolean(), false),
    durability: userSetting(z.enum(["power", "process"]), "power"),
    routing: userSetting(z.enum(["free", "ranks"]), "free"),
  },
  delivery: {
    deadline: userSetting(seconds, 600),
    urgent_deadline: userSetting(seconds, 60),
  },
  storms: {
    pair_per_minute: userSetting(z.int().min(0).max(10_000), 16),
    chain_hops: userSetting(z.int().min(0).max(10_000), 12),
  },
  limits: {
    resume: userSetting(z.boolean(), false),
    tokens_per_role: userSetting(tokens, 0),
    tokens_total: userSetting(tokens, 0),
  },
  watch: {
    mail: userSetting(z.enum(["wait", "bounce"]), "bounce"),
    restart: userSetting(z.enum(["never", "once", "always"]), "never"),
  },
  history: {
    days: userSetting(z.int().min(0).max(36_500), 30),
    megabytes: userSetting(z.int().min(1).max(1_000_000), 200),
  },
  work: {
    isolation: userSetting(z.enum(isolations), "shared"),
    setup: userSetting(z.array(z.string().min(1)), []),
  },
  sandbox: {
    engine: userSetting(z.enum(["auto", "none", "seatbelt", "bubblewrap"]), "auto"),
    extra_write_paths: userSetting(z.array(absolutePath), []),
  },
  agents: {
    default: userSetting(z.enum(agentKinds), firstKind),
  },
  programs: {
    zellij: userSetting(program, "zellij"),
    tmux: userSetting(program, "tmux"),
    claude: userSetting(program, "claude"),
    pi: userSetting(program, "pi"),
  },
  tmux: {
    formation: setting(formationName, "mas"),
    layout: setting(z.enum(tmuxLayouts), "tiled"),
    shell: userSetting(z.string(), ""),
    environment: userSetting(z.record(z.string().regex(/^[^=]+$/), z.string()), {}),
    columns: setting(z.int().min(10).max(10_000), 200),
    rows: setting(z.int().min(5).max(10_000), 50),
    socket_name: userSetting(z.string().regex(/^[^/]*$/), ""),
    socket_path: userSetting(z.union([z.literal(""), absolutePath]), ""),
    answer_within: userSetting(z.int().min(1).max(600_000), 2000),
  },
  server: {
    listen: userSetting(z.string().regex(/^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i), "127.0.0.1:4750"),
  },
} as const;

type Settings = typeof settings;
type Value<S> = S extends Setting<infer T> ? T : never;

export type Config = {
  readonly [K in keyof Settings]: Settings[K] extends Setting
    ? Value<Settings[K]>
    : { readonly [L in keyof Settings[K]]: Value<Settings[K][L]> };
};

/** Every setting with its dotted key, e.g. `sandbox.engine`. */
export function listSettings(): [key: string, setting: Setting][] {
  return Object.entries(settings).flatMap(([name, entry]): [string, Setting][] =>
    isSetting(entry)
      ? [[name, entry]]
      : Object.entries(entry).map(([inner, leaf]): [string, Setting] => [`${name}.${inner}`, leaf as Setting]),
  );
}

export function defaultConfig(): Config {
  return nest(listSettings().map(([key, { default: value }]) => [key, value]));
}

/** Values by dotted key as one object. */
export function nest(values: Iterable<readonly [key: string, value: unknown]>): Config {
  const config: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const [group, name] = key.split(".") as [string, string?];
    if (name === undefined) config[group] = value;
    else config[group] = { ...(config[group] as object | undefined), [name]: value };
  }
  return config as Config;
}

/** The environment variable that sets a key: `OVLD_SANDBOX_ENGINE`. */
export function variableOf(key: string): string {
  return `OVLD_${key.replaceAll(".", "_").toUpperCase()}`;
}

function isSetting(entry: object): entry is Setting {
  return "kind" in entry && entry.kind === "setting";
}

function setting<T>(type: z.ZodType<T>, fallback: NoInfer<T>): Setting<T> {
  return { kind: "setting", type, default: fallback, userOnly: false };
}

function userSetting<T>(type: z.ZodType<T>, fallback: NoInfer<T>): Setting<T> {
  return { kind: "setting", type, default: fallback, userOnly: true };
}
