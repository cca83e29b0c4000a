import { createHash } from "node:crypto";
import { readdir, realpath, unlink } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import type { Clock } from "#base/clock.ts";
import { OvldError, systemCode } from "#base/errors.ts";
import { fileFailure, makeFolder, readText, setAside, writeAtomically } from "#base/files.ts";
import { withLock } from "#base/lock.ts";
import { type Paths, sessionPaths } from "./paths.ts";

const terms = z.object({
  lang: z.enum(["en", "ja"]),
  /** Whether the roles are given their rituals. */
  rituals: z.boolean(),
  /** The formation's file as it was read. */
  formation: z.record(z.string(), z.unknown()),
  autonomy: z.enum(["ask", "edits", "full"]).optional(),
  sandbox: z.enum(["auto", "none", "seatbelt", "bubblewrap"]).optional(),
});

const sessionEntry = z.object({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  directory: z.string().min(1),
  /** ISO 8601, UTC. */
  started: z.iso.datetime(),
  multiplexer: z.enum(["zellij", "tmux"]),
  formation: z.string().min(1),
  roster: z.array(z.string()),
  /** The multiplexer's id of each role's pane. */
  panes: z.record(z.string(), z.string()),
  /** The agent CLI's id of each role's conversation. */
  conversations: z.record(z.string(), z.uuid()).optional(),
  /** Its person ended it for a while, to take it up again. */
  isResting: z.boolean().optional(),
  /** What the army was summoned with, to come back as it was. */
  terms: terms.optional(),
});
const sessions = z.array(sessionEntry);

export type SessionEntry = z.infer<typeof sessionEntry>;

/** Which armies there are. `sessions/<name>/session.json` is the record; `registry.json` is its index. */
export interface Registry {
  /** Oldest first. A damaged index is set aside and made anew from the records. */
  list(): Promise<SessionEntry[]>;
  find(name: string): Promise<SessionEntry | undefined>;
  /** The session of a directory, also when it is reached through a symlink. */
  findByDirectory(directory: string): Promise<SessionEntry | undefined>;
  /** Throws `session-exists` when the name is taken. */
  add(entry: SessionEntry): Promise<void>;
  /** Notes where the roles of a session sit now, what they talk in, and whether it rests; one that is not there is no error. */
  note(name: string, change: Partial<Pick<SessionEntry, "panes" | "conversations" | "isResting">>): Promise<void>;
  /** Forgets a session; one that is not there is no error. */
  remove(name: string): Promise<void>;
}

export interface RegistryOptions {
  paths: Paths;
  clock: Clock;
  /** Told when a damaged file was set aside. */
  onDamage?(file: string, keptAs: string): void;
}

export function openRegistry({ paths, clock, onDamage }: RegistryOptions): Registry {
  const lock = <T>(work: () => Promise<T>) => withLock(`${paths.registry}.lock`, work);

  /** The records win over the index; the index speaks for a session whose folder is there without a readable record. */
  async function reconcile() {
    const indexed = await readIndex();
    const folders = await sessionFolders();
    const records = (await Promise.all(folders.map(readRecord))).flat();
    const unrecorded = indexed.entries.filter((entry) => folders.includes(entry.name));
    const merged = new Map(
      [...unrecorded, ...records.map(believed(indexed.entries))].map((entry) => [entry.name, entry]),
    );
    const entries = [...merged.values()].sort(
      (a, b) => a.started.localeCompare(b.started) || a.name.localeCompare(b.name),
    );
    const isStale = indexed.entries.some(({ name }) => !merged.has(name));
    return { entries, isDamaged: indexed.damaged, isToMend: indexed.damaged || isStale };
  }

  /** Under the lock: the index is made to say what is there. */
  async function mended(): Promise<SessionEntry[]> {
    const { entries, isDamaged, isToMend } = await reconcile();
    const keptAs = isDamaged ? await setAside(paths.registry, clock.now()) : undefined;
    if (isToMend) await writeIndex(entries);
    if (keptAs !== undefined) onDamage?.(paths.registry, keptAs);
    return entries;
  }

  /** Reading takes the lock only when there is something to mend: an entry without a folder would claim the next one of its name. */
  async function current(): Promise<SessionEntry[]> {
    const { entries, isToMend } = await reconcile();
    return isToMend ? locked(mended) : entries;
  }

  async function readIndex(): Promise<{ entries: SessionEntry[]; damaged: boolean }> {
    try {
      const text = await readText(paths.registry);
      if (text === undefined) return { entries: [], damaged: false };
      const index = JSON.parse(text) as { sessions?: unknown; seal?: unknown };
      const entries = sessions.parse(index.sessions);
      return index.seal === sealOf(index.sessions) ? { entries, damaged: false } : { entries: [], damaged: true };
    } catch (error) {
      if (OvldError.is(error, "file-failed")) throw error;
      return { entries: [], damaged: true };
    }
  }

  async function sessionFolders(): Promise<string[]> {
    try {
      return await readdir(paths.sessions);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return [];
      throw fileFailure("read", paths.sessions, error);
    }
  }

  async function readRecord(name: string): Promise<SessionEntry[]> {
    try {
      const text = await readText(sessionPaths(paths, name).record);
      const entry = sessionEntry.parse(JSON.parse(text ?? "null"));
      return entry.name === name ? [entry] : [];
    } catch {
      return [];
    }
  }

  const writeIndex = (entries: SessionEntry[]) =>
    writeAtomically(paths.registry, `${JSON.stringify({ sessions: entries, seal: sealOf(entries) }, null, 2)}\n`);

  const writeRecord = (entry: SessionEntry) =>
    writeAtomically(sessionPaths(paths, entry.name).record, `${JSON.stringify(entry, null, 2)}\n`);

  const locked = async <T>(work: () => Promise<T>) => {
    await makeFolder(paths.home);
    return lock(work);
  };

  const registry: Registry = {
    list: current,
    find: async (name) => (await registry.list()).find((entry) => entry.name === name),
    async findByDirectory(directory) {
      const wanted = await canonical(directory);
      for (const entry of await registry.list()) if ((await canonical(entry.directory)) === wanted) return entry;
      return undefined;
    },
    note: (name, { panes, conversations, isResting }) =>
      locked(async () => {
        const entries = await mended();
        const entry = entries.find((other) => other.name === name);
        if (!entry) return;
        const noted: SessionEntry = {
          ...entry,
          panes: { ...entry.panes, ...panes },
          conversations: { ...entry.conversations, ...conversations },
          isResting: (isResting ?? entry.isResting) || undefined,
        };
        await writeRecord(noted);
        await writeIndex(entries.map((other) => (other.name === name ? noted : other)));
      }),
    add: (entry) =>
      locked(async () => {
        const entries = await mended();
        const taken = entries.find((other) => other.name === entry.name);
        if (taken) throw new OvldError("session-exists", { session: taken.name, directory: taken.directory });
        await makeFolder(sessionPaths(paths, entry.name).folder);
        await writeRecord(sessionEntry.parse(entry));
        await writeIndex([...entries, entry]);
      }),
    remove: (name) =>
      locked(async () => {
        const entries = (await mended()).filter((entry) => entry.name !== name);
        const { record } = sessionPaths(paths, name);
        await unlink(record).catch((error) => {
          if (systemCode(error) !== "ENOENT") throw fileFailure("remove", record, error);
        });
        await writeIndex(entries);
      }),
  };
  return registry;
}

/**
 * Agents can write into their session's folder, confined ones too: where they may write, and what they may do without asking,
 * is believed of the index alone.
 */
function believed(indexed: readonly SessionEntry[]): (record: SessionEntry) => SessionEntry {
  return ({ terms: told, ...record }) => {
    const known = indexed.find(({ name }) => name === record.name);
    if (known) return { ...record, directory: known.directory, ...(known.terms && { terms: known.terms }) };
    const { autonomy: _, sandbox: __, ...rest } = told ?? {};
    return { ...record, ...(told && { terms: rest as SessionEntry["terms"] }) };
  };
}

/** An index that was changed by anybody else is told by this, however well-formed it still is. */
function sealOf(entries: unknown): string {
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

async function canonical(directory: string): Promise<string> {
  return realpath(directory).catch(() => resolve(directory));
}
