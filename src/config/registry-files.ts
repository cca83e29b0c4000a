import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import * as z from "zod";
import { OvldError } from "#base/errors.ts";
import { fileFailure, namesIn, readText, writeAtomically } from "#base/files.ts";
import { type Paths, sessionPaths } from "./paths.ts";
import { type SessionEntry, sessionEntry } from "./session-entry.ts";

const sessions = z.array(sessionEntry);

/** What the files say: the entries, oldest first, and what is wrong with the index. */
export interface Reading {
  entries: SessionEntry[];
  isDamaged: boolean;
  isToMend: boolean;
}

/** The files behind the registry. Nothing here locks: who changes them has the registry's lock. */
export interface RegistryFiles {
  /** The records win over the index; the index speaks for a session whose folder is there without a readable record. */
  read(): Promise<Reading>;
  writeIndex(entries: readonly SessionEntry[]): Promise<void>;
  writeRecord(entry: SessionEntry): Promise<void>;
  removeRecord(name: string): Promise<void>;
}

export function registryFiles(paths: Paths): RegistryFiles {
  return {
    async read() {
      const indexed = await readIndex(paths.registry);
      const folders = await namesIn(paths.sessions);
      const records = (await Promise.all(folders.map((name) => readRecord(paths, name)))).flat();
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
    writeIndex: (entries) => writeJson(paths.registry, { sessions: entries, seal: sealOf(entries) }),
    writeRecord: (entry) => writeJson(sessionPaths(paths, entry.name).record, entry),
    async removeRecord(name) {
      const { record } = sessionPaths(paths, name);
      await rm(record, { recursive: true, force: true }).catch((error) => {
        throw fileFailure("remove", record, error);
      });
    },
  };
}

async function readIndex(file: string): Promise<{ entries: SessionEntry[]; isDamaged: boolean }> {
  try {
    const text = await readText(file);
    if (text === undefined) return { entries: [], isDamaged: false };
    const index = JSON.parse(text) as { sessions?: unknown; seal?: unknown };
    const entries = sessions.parse(index.sessions);
    return index.seal === sealOf(index.sessions) ? { entries, isDamaged: false } : { entries: [], isDamaged: true };
  } catch (error) {
    if (OvldError.is(error, "file-failed")) throw error;
    return { entries: [], isDamaged: true };
  }
}

async function readRecord(paths: Paths, name: string): Promise<SessionEntry[]> {
  try {
    const text = await readText(sessionPaths(paths, name).record);
    const entry = sessionEntry.parse(JSON.parse(text ?? "null"));
    return entry.name === name ? [entry] : [];
  } catch {
    return [];
  }
}

/**
 * Agents can write into their session's folder, confined ones too: where they may write, what they may do without asking, and
 * which multiplexer is asked about them, is believed of the index alone.
 */
function believed(indexed: readonly SessionEntry[]): (record: SessionEntry) => SessionEntry {
  return ({ terms: told, whereabouts: _, ...record }) => {
    const known = indexed.find(({ name }) => name === record.name);
    if (known) {
      const { directory, terms, whereabouts } = known;
      return { ...record, directory, ...(terms && { terms }), ...(whereabouts && { whereabouts }) };
    }
    const { autonomy: __, sandbox: ___, ...rest } = told ?? {};
    return { ...record, ...(told && { terms: rest as SessionEntry["terms"] }) };
  };
}

/** An index that was changed by anybody else is told by this, however well-formed it still is. */
function sealOf(entries: unknown): string {
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

function byAge(a: SessionEntry, b: SessionEntry): number {
  return a.started.localeCompare(b.started) || a.name.localeCompare(b.name);
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeAtomically(file, `${JSON.stringify(value, null, 2)}\n`);
}
