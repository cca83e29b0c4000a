import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { Conversation } from "#agent-cli/agent-cli.ts";
import { multiplexerOf, registryOf } from "#app/armies/army-parts.ts";
import type { Formation } from "#army/formation.ts";
import { sessionName } from "#army/session-name.ts";
import type { Context } from "#cli/context.ts";
import { formationOf, loadFormation } from "#cli/load-formation.ts";
import { type FoundRitual, ritualsOf } from "#cli/ritual.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerSession } from "#multiplexer/multiplexer.ts";
import { chooseMultiplexer, requirePrograms } from "./checks.ts";
import { conversationsFor } from "./conversations.ts";

/** Who takes part in an army, where, and under which name. */
export interface Enlisted {
  session: string;
  directory: string;
  formation: Formation;
  kind: MultiplexerKind;
  multiplexer: Multiplexer;
  conversations: ReadonlyMap<string, Conversation>;
  /** Of everybody who still needs theirs, and of the others where it is there. */
  rituals: FoundRitual[];
}

export interface EnlistOptions {
  rituals: boolean;
  /** The army that is to stand as it did; without one a new army is planned. */
  again?: SessionEntry | undefined;
  /** Who of that army is to be started; all without it. */
  roles?: readonly string[] | undefined;
  /** One that is over, and whose name is free for the new army. */
  instead?: SessionEntry | undefined;
}

/** Finds what an army needs, and throws what is missing. */
export async function enlist(config: Config, context: Context, options: EnlistOptions): Promise<Enlisted> {
  const { again, roles, instead } = options;
  const directory = await realDirectory(context.directory);
  if (again) requireAsSummoned(again, directory, context);
  const formation = await (again ? formationOf(again, context) : loadFormation(config.formation, context));
  const kind = again?.multiplexer ?? chooseMultiplexer(config, formation, context);
  // An army that runs is where it is; one that is to stand again stands here.
  const multiplexer = await multiplexerOf(again && roles ? again : { multiplexer: kind }, config, context);
  const sessions = multiplexer.sessions();
  // Asked meanwhile; what the checks find is the better reason.
  sessions.catch(() => {});
  await requirePrograms(kind, config, context);
  const ids = formation.roles.map(({ id }) => id);
  const conversations = await conversationsFor(ids, again, context);
  // Who goes on with a conversation has been given its ritual, whatever became of the file since.
  const isNeeded = (role: string) => (roles ?? ids).includes(role) && !conversations.get(role)?.isBegun;
  const rituals = options.rituals ? await ritualsOf(formation, directory, context, isNeeded) : [];
  const session =
    again?.name ?? (await freeName(directory, multiplexer.maxNameBytes(), await sessions, instead, context));
  return { session, directory, formation, kind, multiplexer, conversations, rituals };
}

/** An agent that could write to a link's place, or to its army's record, must not come back with more rights than it had. */
function requireAsSummoned({ name, directory, terms }: SessionEntry, found: string, { overrides }: Context): void {
  if (found !== directory) throw new OvldError("project-moved", { directory, found });
  if (terms?.sandbox === "unknown" && overrides["sandbox.engine"] === undefined)
    throw new OvldError("sandbox-unknown", { session: name });
}

async function realDirectory(directory: string): Promise<string> {
  return realpath(directory).catch((error) => {
    throw new OvldError("file-missing", { file: directory, cause: error });
  });
}

async function freeName(
  directory: string,
  maxBytes: number,
  sessions: readonly MultiplexerSession[],
  instead: SessionEntry | undefined,
  context: Context,
): Promise<string> {
  const taken = [...(await registryOf(context).list()), ...sessions]
    .map(({ name }) => name)
    .filter((name) => name !== instead?.name);
  return sessionName(basename(directory), {
    maxBytes,
    isTaken: (name) => taken.includes(name),
    hash: createHash("sha256").update(directory).digest("hex").slice(0, 8),
  });
}
