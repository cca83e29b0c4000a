import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import * as z from "zod";
import { fileFailure, namesIn, readText, writeAtomically } from "#base/files.ts";
import { formatted, parseFormatted } from "#base/format.ts";
import { reread } from "#base/reread.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type Paths, sessionPaths } from "./paths.ts";
import { type SessionEntry, sessionEntry, sessionName } from "./session-entry.ts";

/** What the files say: the entries, oldest first, and what is wrong with the index. */
export interface Reading {
  entries: SessionEntry[];
  isDamaged: boolean;
  isToMend: boolean;
}

/** The files behind the registry. Nothing here locks: callers that write hold the registry's lock. */
export interface RegistryFiles {
  /** The records win over the index; the index speaks for a session whose folder is there without a readable record. */
  read(): Promise<Reading>;
  /** The same of one session, whose files alone are looked at beside the index; `damaged` when that has to be mended. */
  readOne(name: string): Promise<SessionEntry | undefined | "damaged">;
  writeIndex(entries: readonly SessionEntry[]): Promise<void>;
  writeRecord(entry: SessionEntry): Promise<void>;
  removeRecord(name: string): Promise<void>;
}

export function registryFiles(paths: Paths): RegistryFiles {
  const readIndex = reread(indexIn);
  const readWholeIndex = reread(async (file) => wholly(await indexIn(file)));
  const readRecord = reread(recordIn);
  const recordOf = async (name: string): Promise<SessionEntry[]> => {
    const record = await readRecord(sessionPaths(paths, name).record);
    return record?.name === name ? [record] : [];
  };
  return {
    async readOne(name) {
      if (!sessionName.safeParse(name).success) return undefined;
      const { isDamaged, sessions } = await readIndex(paths.registry);
      const indexed = sessions.filter((session) => (session as { name?: unknown } | null)?.name === name).slice(0, 1);
      const known = indexed.map((session) => sessionEntry.safeParse(session).data);
      if (isDamaged || known.includes(undefined)) return "damaged";
      const [entry] = known;
      if (!existsSync(sessionPaths(paths, name).folder)) return undefined;
      const [record] = await recordOf(name);
      return record ? believed(entry ? [entry] : [])(record) : entry;
    },
    async read() {
      const indexed = await readWholeIndex(paths.registry);
      const folders = await namesIn(paths.sessions);
      const records = (await Promise.all(folders.map(recordOf))).flat();
      const unrecorded = indexed.entries.filter((entry) => folders.includes(entry.name));
      const merged = new Map(
        [...unrecorded, ...records.map(believed(indexed.entries))].map((entry) => [entry.name, entry]),
      );
      const isStale = indexed.entries.some(({ name }) => !merged.has(name));
      return {
        entries: [...merged.values()].sort(byAge),
        isDamaged: indexed.isDamaged,
        isToMend: indexed.isDamaged || isStale,
      };
    },
    writeIndex: (entries) => writeAtomically(paths.registry, formatted({ sessions: entries, seal: sealOf(entries) })),
    writeRecord: (entry) =>
      writeAtomically(sessionPaths(paths, entry.name).record, `${JSON.stringify(entry, null, 2)}\n`),
    async removeRecord(name) {
      const { record } = sessionPaths(paths, name);
      await rm(record, { recursive: true, force: true }).catch((error) => {
        throw fileFailure("remove", record, error);
      });
    },
  };
}

interface Index {
  /** Not looked into yet. */
  sessions: readonly unknown[];
  isDamaged: boolean;
}

async function indexIn(file: string): Promise<Index> {
  try {
    const text = await readText(file);
    if (text === undefined) return { sessions: [], isDamaged: false };
    const { sessions, seal } = (parseFormatted(file, text) ?? {}) as { sessions?: unknown; seal?: unknown };
    const isDamaged = !Array.isArray(sessions) || seal !== sealOf(sessions);
    return isDamaged ? { sessions: [], isDamaged } : { sessions, isDamaged };
  } catch (error) {
    if (OvldError.is(error, "file-failed", "file-newer")) throw error;
    return { sessions: [], isDamaged: true };
  }
}

function wholly({ sessions, isDamaged }: Index): { entries: SessionEntry[]; isDamaged: boolean } {
  const { success, data } = z.array(sessionEntry).safeParse(sessions);
  return success ? { entries: data, isDamaged } : { entries: [], isDamaged: true };
}

/** Larger than any record of ours; one that an older version left open to agents may have any size. */
const MAX_RECORD_BYTES = 1024 * 1024;

async function recordIn(file: string): Promise<SessionEntry | undefined> {
  try {
    const text = await readText(file, { followLink: false, maxBytes: MAX_RECORD_BYTES });
    return sessionEntry.parse(parseFormatted(file, text ?? ""));
  } catch (error) {
    if (OvldError.is(error, "file-newer")) throw error;
    return undefined;
  }
}

/**
 * Which army it is, where it stands and what it may do is believed of the index. A record changes while its army runs, and
 * says where its panes are; an older version left it open to agents.
 */
function believed(indexed: readonly SessionEntry[]): (record: SessionEntry) => SessionEntry {
  return (record) => {
    const known = indexed.find(({ name }) => name === record.name);
    if (!known) return stricter(record);
    const { conversations: _, isResting: __, ...fixed } = known;
    const { panes, conversations, isResting } = record;
    return { ...fixed, panes, ...(conversations && { conversations }), ...(isResting && { isResting }) };
  };
}

/** Without the index a record may ask for more confinement than the settings, never for less. */
function stricter({ socketEnv: _, summonedWith, ...record }: SessionEntry): SessionEntry {
  if (!summonedWith) return record;
  const { autonomy, sandbox, ...rest } = summonedWith;
  const isConfined = sandbox === "seatbelt" || sandbox === "bubblewrap";
  return {
    ...record,
    summonedWith: {
      ...rest,
      autonomy: autonomy === "edits" ? "edits" : "ask",
      sandbox: isConfined ? sandbox : "unknown",
    },
  };
}

/** Finds damage, also where the index is still well-formed; it is no secret, so it finds no forgery. */
function sealOf(entries: unknown): string {
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

function byAge(a: SessionEntry, b: SessionEntry): number {
  return a.started.localeCompare(b.started) || a.name.localeCompare(b.name);
}
