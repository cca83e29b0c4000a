import { readTextNow } from "#base/files.ts";
import { nearest } from "#base/nearest.ts";
import { parseToml, type TomlDocument } from "#base/toml.ts";
import { describeFound, expectationOf } from "#errors/expectation-of.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { projectConfig, resolvePaths } from "#home/paths.ts";
import { localeLanguage } from "./locale-language.ts";
import { type Config, listSettings, nest, type Setting, variableOf } from "./settings.ts";

export interface LoadOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** The project directory with the `.ovld.toml` to read. */
  directory: string;
  /** Values given on the command line, by dotted key. */
  flags?: Readonly<Record<string, unknown>>;
}

export type Source =
  | { layer: "default" }
  | { layer: "user" | "project"; file: string; line: number }
  | { layer: "environment"; variable: string }
  | { layer: "flag" };

export type ConfigWarning =
  | { what: "unknown-key"; file: string; line: number; column: number; key: string; nearest?: string | undefined }
  | { what: "refused-key"; file: string; line: number; column: number; key: string };

export interface TracedConfig {
  config: Config;
  /** Each setting with its value and source. */
  values: Map<string, { value: unknown; source: Source }>;
  warnings: ConfigWarning[];
}

/** Defaults (the language from the locale), user's file, project's file, environment, flags: the later one wins. */
export const ConfigLoader = {
  load: (options: LoadOptions): Config => trace(options).config,
  trace,
};

function trace(options: LoadOptions): TracedConfig {
  const traced: Trace = { values: new Map(), warnings: [] };
  for (const [key, setting] of listSettings())
    traced.values.set(key, { value: setting.default, source: { layer: "default" } });
  const { lang, variable } = localeLanguage(options.env);
  if (variable) traced.values.set("lang", { value: lang, source: { layer: "environment", variable } });
  applyFile("user", resolvePaths(options.env).config, traced);
  applyFile("project", projectConfig(options.directory), traced);
  applyEnvironment(options.env, traced);
  for (const [key, value] of Object.entries(options.flags ?? {}))
    if (value !== undefined) traced.values.set(key, { value, source: { layer: "flag" } });
  return { ...traced, config: nest([...traced.values].map(([key, { value }]) => [key, value])) };
}

type Trace = Pick<TracedConfig, "values" | "warnings">;

function applyFile(layer: "user" | "project", file: string, traced: Trace): void {
  const text = readTextNow(file);
  if (text === undefined) return;
  const document = parseToml(file, text);
  const known = new Map(listSettings());
  const isGroup = (key: string) => [...known.keys()].some((other) => other.startsWith(`${key}.`));
  for (const { key, path, value } of leaves(document.value, isGroup)) {
    const at = document.at(path);
    const setting = known.get(key);
    if (isGroup(key)) {
      const found = describeFound(value);
      throw new OvldError("bad-value", { file, ...at, key, expected: { type: "table" }, found });
    }
    if (!setting) {
      traced.warnings.push({ what: "unknown-key", file, ...at, key, nearest: nearest(key, [...known.keys()]) });
    } else if (layer === "project" && setting.userOnly) {
      traced.warnings.push({ what: "refused-key", file, ...at, key });
    } else {
      const checked = check(document, path, key, setting, value);
      traced.values.set(key, { value: checked, source: { layer, file, line: at.line } });
    }
  }
}

/** Flattens known tables to dotted keys; an unknown table stays one key, so that it is reported once. */
function* leaves(
  value: Record<string, unknown>,
  isGroup: (key: string) => boolean,
  path: string[] = [],
): Generator<Leaf> {
  for (const name of Object.keys(value)) {
    const inner = [...path, name];
    const key = inner.join(".");
    const child = value[name];
    if (isTable(child) && isGroup(key)) yield* leaves(child, isGroup, inner);
    else yield { key, path: inner, value: child };
  }
}

interface Leaf {
  key: string;
  path: string[];
  value: unknown;
}

function check(document: TomlDocument, path: string[], key: string, setting: Setting, value: unknown): unknown {
  const result = setting.type.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw result.error;
  const inner = [...path, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
  const found = issue.path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)[part], value);
  const expected = expectationOf({ ...issue, path: inner });
  throw new OvldError("bad-value", {
    file: document.file,
    ...document.at(inner),
    key,
    expected,
    found: describeFound(found),
  });
}

function applyEnvironment(env: LoadOptions["env"], traced: Trace): void {
  for (const [key, setting] of listSettings()) {
    const variable = variableOf(key);
    const text = env[variable];
    if (text === undefined || text === "") continue;
    const result = setting.type.safeParse(fromText(text, setting));
    const issue = result.error?.issues[0];
    if (issue)
      throw new OvldError("bad-environment", {
        variable,
        expected: expectationOf({ ...issue, path: [key] }),
        found: describeFound(text),
      });
    traced.values.set(key, { value: result.data, source: { layer: "environment", variable } });
  }
}

/** Parses a variable: booleans, numbers; lists and tables are separated by colons like PATH. */
function fromText(text: string, setting: Setting): unknown {
  if (typeof setting.default === "number") return /^\d+$/.test(text) ? Number(text) : text;
  if (typeof setting.default === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (isTable(setting.default)) return Object.fromEntries(text.split(":").map((pair) => pair.split(/=(.*)/s, 2)));
  return Array.isArray(setting.default) ? text.split(":") : text;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
