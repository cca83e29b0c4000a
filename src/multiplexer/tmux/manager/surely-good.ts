import { tmuxLayouts } from "#config/tmux-layouts.ts";
import { isPlainText } from "#multiplexer/plain-text.ts";

/**
 * What is surely a good config needs no schema, which takes longer to load than a session takes to make. Everything
 * else, good or bad, is for the schema to judge: whatever passes here passes there.
 */
export function isSurelyConfig(value: unknown): boolean {
  return hasFields(value, configFields);
}

export function isSurelySession(value: unknown): boolean {
  return hasFields(value, sessionFields);
}

type Test = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Test>>;

const isText: Test = (value) => typeof value === "string" && isPlainText(value);
const isFilled: Test = (value) => value !== "" && isText(value);
const isVariables: Test = (value) =>
  isPlain(value) &&
  Object.entries(value).every(([name, text]) => isFilled(name) && !name.includes("=") && isText(text));
const isEnvironment: Test = (value) =>
  isPlain(value) && Object.values(value).every((text) => text === undefined || typeof text === "string");
const isLayout: Test = (value) => (tmuxLayouts as readonly unknown[]).includes(value);
const isCommand: Test = (value) => Array.isArray(value) && isFilled(value[0]) && value.every(isText);

const agentFields: Fields = {
  id: isFilled,
  window: isFilled,
  command: optional(isCommand),
  model: optional(isText),
  directory: optional(isFilled),
  environment: optional(isVariables),
};

const isAgents: Test = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((agent) => hasFields(agent, agentFields)) &&
  new Set(value.map(({ id }) => id)).size === value.length;

const defaultFields: Fields = {
  agents: isAgents,
  layout: isLayout,
  shell: isFilled,
  environment: isVariables,
  directory: isFilled,
};

const isColumns = between(10, 10_000);
const isRows = between(5, 10_000);
const sessionFields: Fields = {
  ...defaultFields,
  name: (value) => isFilled(value) && !/^\$\d+$/.test(value as string),
  columns: optional(isColumns),
  rows: optional(isRows),
};

const configFields: Fields = {
  ...defaultFields,
  program: isFilled,
  env: isEnvironment,
  socketName: optional(isFilled),
  socketPath: optional(isFilled),
  folder: isFilled,
  columns: isColumns,
  rows: isRows,
  timeLimit: between(1, Number.MAX_SAFE_INTEGER),
};

function hasFields(value: unknown, fields: Fields): boolean {
  return (
    isPlain(value) &&
    Object.keys(value).every((key) => Object.hasOwn(fields, key)) &&
    Object.entries(fields).every(([key, test]) => test(value[key]))
  );
}

function optional(test: Test): Test {
  return (value) => value === undefined || test(value);
}

function between(from: number, to: number): Test {
  return (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
