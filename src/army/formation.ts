import * as z from "zod";
import { agentKinds } from "#agent-cli/kinds.ts";
import { nearest } from "#base/nearest.ts";
import type { TomlDocument, TomlPath } from "#base/toml.ts";
import { describeFound, expectationOf } from "#errors/expectation-of.ts";
import type { FormationProblem } from "#errors/formation-problem.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { findProblem } from "./formation-problems.ts";

const displayName = z.strictObject({ en: z.string().min(1).max(40), ja: z.string().min(1).max(40) });

const modelName = z.string().min(1);
const models = z.strictObject(Object.fromEntries(agentKinds.map((kind) => [kind, modelName.optional()])));

const role = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/),
  name: displayName,
  icon: z.string().min(1).max(8),
  rank: z.int().min(1).max(9),
  layer: z.enum(["command", "execution"]),
  reports_to: z.string().optional(),
  /** The agent CLI that fills the role. */
  cli: z.enum(agentKinds).optional(),
  /** The model for `cli`, without which it is one of the first CLI. */
  model: modelName.optional(),
  /** Models by CLI, for a role whose CLI is chosen at its start. */
  models: models.optional(),
  ritual: z.string().min(1).optional(),
  /** The role builds: it can get a working tree of its own. */
  field: z.boolean().optional(),
});

const split = z.enum(["columns", "rows"]);

const pane = z.strictObject({
  role: z.string().optional(),
  view: z.enum(["dashboard"]).optional(),
  size: z
    .string()
    .regex(/^[1-9]\d?%$/)
    .optional(),
  split: split.optional(),
  get panes() {
    return z.array(pane).min(1).optional();
  },
});

const tab = z.strictObject({
  name: z.string().min(1).max(40),
  focus: z.boolean().optional(),
  split: split.optional(),
  panes: z.array(pane).min(1),
});

const formation = z.strictObject({
  title: displayName,
  multiplexer: z.enum(["zellij", "tmux"]).optional(),
  roles: z.array(role).min(1),
  tabs: z.array(tab).min(1),
});

export type FormationRole = z.infer<typeof role>;
export type FormationPane = z.infer<typeof pane>;

export type FormationFile = z.infer<typeof formation>;

/** Roles of an army and their panes. */
export type Formation = FormationFile & { name: string };

/** Parses a formation. Errors carry line and column. */
export function formationFrom(name: string, document: TomlDocument): Formation {
  const result = formation.safeParse(document.value);
  const issue = result.error?.issues[0];
  if (issue) throw schemaError(document, issue);
  const file = result.data as FormationFile;
  const found = findProblem(file);
  if (found) throw problemError(document, found.path, found.problem);
  return { name, ...file };
}

/** Path of a role's ritual below a `rituals/` folder. */
export function ritualFile(role: FormationRole): string {
  return role.ritual ?? `${role.id}.md`;
}

function schemaError(document: TomlDocument, issue: z.core.$ZodIssue): OvldError {
  const path = issue.path as (string | number)[];
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    return problemError(document, [...path, key], { what: "unknown-key", key, nearest: nearest(key, knownKeys()) });
  }
  const found = path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part],
    document.value,
  );
  return new OvldError("bad-value", {
    file: document.file,
    ...document.at(path),
    key: keyText(path),
    expected: expectationOf(issue),
    found: describeFound(found),
  });
}

function problemError(document: TomlDocument, path: TomlPath, problem: FormationProblem): OvldError {
  return new OvldError("formation-invalid", { file: document.file, ...document.at(path), problem });
}

function knownKeys(): string[] {
  return [formation, role, models, tab, pane, displayName].flatMap((schema) => Object.keys(schema.shape));
}

/** `roles[2].rank` */
function keyText(path: TomlPath): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part + 1}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
}
