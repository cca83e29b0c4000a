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

/** Entries on disk, oldest first, and the state of the index. */
export interface Reading {
  entries: SessionEntry[];
  isDamaged: boolean;
  isToMend: boolean;
}

/** The registry's files. A caller that writes must hold the registry's lock. */
export interface RegistryFiles {
  /** Records win over the index, which only replaces an unreadable record of an existing folder. */
  read(): Promise<Reading>;
  /** Reads one session's record and the index; `damaged` if the index needs a repair. */
  readOne(name: string): Promise<SessionEntry | undefined | "damaged">;
  writeIndex(entries: readonly SessionEntry[]): Promise<void>;
  writeRecord(entry: SessionEntry): Promise<void>;
  removeRecord(name: string): Promise<void>;
}

export function registryFiles(paths: Paths): RegistryFiles {
  const readIndex = reread(indexIn);
  const readWholeIndex = reread(async (file) => wholly(await indexIn(file)));
  const readRecord = reread(recordIn);
  const entryOf = parsedOnce();
  const recordOf = async (name: string): Promise<SessionEntry[]> => {
    const record = await readRecord(sessionPaths(paths, name).record);
    return record?.name === name ? [record] : [];
  };
  return {
    async readOne(name) {
      if (!sessionName.safeParse(name).success) return undefined;
      const { isDamaged, sessions } = await readIndex(paths.registry);
      const indexed = sessions.filter((session) => (session as { name?: unknown } | null)?.name === name).slice(0, 1);
      const known = indexed.map(entryOf);
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

/** An index entry as parsed: a caller that polls gets the same object of the index until its file is replaced. */
function parsedOnce(): (session: unknown) => SessionEntry | undefined {
  const parsed = new WeakMap<object, SessionEntry | undefined>();
  return (session) => {
    if (typeof session !== "object" || session === null) return undefined;
    if (!parsed.has(session)) parsed.set(session, sessionEntry.safeParse(session).data);
    return parsed.get(session);
  };
}

interface Index {
  /** Not parsed yet. */
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

/** Larger than any record that ovld writes. Agents of ovld 0.1 could write records of any size. */
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
 * Name, directory and permissions come from the index, because ovld 0.1 left records writable for agents. Panes and
 * conversations come from the record, which changes while the army runs.
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

/** Without an index, a record may request more confinement than the settings, never less. */
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

/** Detects damage even in a well-formed index. The checksum uses no secret, so it does not detect forgery. */
function sealOf(entries: unknown): string {
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

function byAge(a: SessionEntry, b: SessionEntry): number {
  return a.started.localeCompare(b.started) || a.name.localeCompare(b.name);
}
