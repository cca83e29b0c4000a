import * as z from "zod";
import { FORMAT } from "#base/format.ts";

const summonedWith = z.object({
  lang: z.enum(["en", "ja"]),
  /** Whether the roles get their rituals. */
  rituals: z.boolean(),
  /** The formation's file as it was read. */
  formation: z.record(z.string(), z.unknown()),
  autonomy: z.enum(["ask", "edits", "full"]).optional(),
  /** `unknown` after the index was lost: a resume then requires an explicit choice. */
  sandbox: z.enum(["auto", "none", "seatbelt", "bubblewrap", "unknown"]).optional(),
});

/** The fields of an army: worktrees of its building roles, all of one repository. */
const fields = z.object({
  /** The working tree that contains the project. */
  top: z.string().min(1),
  /** Folder of objects and refs, which all worktrees share. */
  shared: z.string().min(1),
  /** Commit that the fields began at. */
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** By role: a number from 1, and the first of its 20 ports; 0 if no block of ports was free. */
  slots: z.record(z.string(), z.object({ slot: z.int().min(1), port: z.int().min(0) })),
});

/** Registry entry of one army. */
const current = z.object({
  /** Format of the session's folder; ovld 0.1 wrote none. */
  version: z.literal(FORMAT).optional(),
  name: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  directory: z.string().min(1),
  /** ISO 8601, UTC. */
  started: z.iso.datetime(),
  multiplexer: z.enum(["zellij", "tmux"]),
  formation: z.string().min(1),
  roster: z.array(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)),
  /** Variables that determine where the multiplexer has its sockets. */
  socketEnv: z.record(z.string(), z.string()).optional(),
  /** The multiplexer's id of each role's pane. */
  panes: z.record(z.string(), z.string()),
  /** The agent CLI of each role; absent while ovld knew only one. */
  agents: z.record(z.string(), z.string().regex(/^[a-z0-9-]{1,32}$/)).optional(),
  /** The agent CLI's id of each role's conversation. */
  conversations: z.record(z.string(), z.uuid()).optional(),
  /** Ended on purpose, to be resumed later. */
  isResting: z.boolean().optional(),
  /** Absent if all roles work in the project. */
  fields: fields.optional(),
  /** Settings of the summoning, reused by a resume. */
  summonedWith: summonedWith.optional(),
});

export const sessionName = current.shape.name;

/** A record of one army on disk. ovld 0.1 wrote two of its fields under other names. */
export const sessionEntry = z.preprocess((value) => {
  if (typeof value !== "object" || value === null) return value;
  const { whereabouts, terms, ...rest } = value as Record<string, unknown>;
  return {
    ...(whereabouts !== undefined && { socketEnv: whereabouts }),
    ...(terms !== undefined && { summonedWith: terms }),
    ...rest,
  };
}, current);

export type SessionEntry = z.infer<typeof sessionEntry>;
