import { type AgentKind, agentKinds, firstKind, isAgentKind } from "#agent-cli/kinds.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Formation, FormationRole } from "./formation.ts";

/** Agent CLIs that a person chose for a start: one for all roles, others for single roles. */
export interface AgentChoice {
  all?: AgentKind | undefined;
  byRole: ReadonlyMap<string, AgentKind>;
}

/** Reads the name of a CLI, or `role=name`, separated by commas. */
export function parseAgentChoice(flag: string, text: string): AgentChoice {
  const choice: { all?: AgentKind; byRole: Map<string, AgentKind> } = { byRole: new Map() };
  for (const part of text.split(",")) {
    const [, role, kind = ""] = /^(?:([^=]*)=)?(.*)$/.exec(part.trim()) ?? [];
    if (!isAgentKind(kind))
      throw new OvldError("bad-flag-value", { flag, found: part, expected: { type: "one-of", values: agentKinds } });
    if (role === undefined) choice.all = kind;
    else choice.byRole.set(role, kind);
  }
  return choice;
}

/** The CLI of each role: as chosen, else as before, else as in the formation, else `fallback`. */
export function agentsFor(
  { roles }: Pick<Formation, "roles">,
  {
    choice,
    before,
    fallback,
  }: { choice: AgentChoice | undefined; before: ReadonlyMap<string, AgentKind>; fallback: AgentKind },
): Map<string, AgentKind> {
  const known = roles.map(({ id }) => id);
  for (const role of choice?.byRole.keys() ?? [])
    if (!known.includes(role)) throw new OvldError("role-unknown", { role, known });
  return new Map(
    roles.map(({ id, cli }) => [id, choice?.byRole.get(id) ?? choice?.all ?? before.get(id) ?? cli ?? fallback]),
  );
}

/** The model of a role that runs this CLI; a model's name means nothing to another CLI. */
export function modelOf({ cli = firstKind, model, models }: FormationRole, kind: AgentKind): string | undefined {
  return models?.[kind] ?? (kind === cli ? model : undefined);
}
