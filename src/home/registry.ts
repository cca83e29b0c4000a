import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Clock } from "#base/clock.ts";
import { makeFolder, setAside } from "#base/files.ts";
import { withLock } from "#base/lock.ts";
import { makePrivateFolder } from "#base/private-folder.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type Paths, sessionPaths } from "./paths.ts";
import { registryFiles } from "./registry-files.ts";
import { type SessionEntry, sessionEntry } from "./session-entry.ts";

/** All armies of an ovld home. `sessions/<name>/session.json` is the record of one, `registry.json` the index. */
export interface Registry {
  /** Oldest first. A damaged index is set aside and rebuilt from the records. */
  list(): Promise<SessionEntry[]>;
  /** Cheap to poll: a repeated call reads only replaced files. */
  find(name: string): Promise<SessionEntry | undefined>;
  /** Resolves symlinks in both paths. */
  findByDirectory(directory: string): Promise<SessionEntry | undefined>;
  /** Throws `session-exists` when the name is taken. */
  add(entry: SessionEntry): Promise<void>;
  /** Merges a change into the entry; an unknown session is no error. */
  note(name: string, change: Change): Promise<void>;
  /** An unknown session is no error. */
  remove(name: string): Promise<void>;
}

type Change = Partial<
  Pick<SessionEntry, "panes" | "agents" | "conversations" | "isResting" | "socketEnv" | "summonedWith" | "version">
>;

export interface RegistryOptions {
  paths: Paths;
  clock: Clock;
  /** Called after a damaged file was set aside. */
  onDamage?(file: string, keptAs: string): void;
}

export function openRegistry({ paths, clock, onDamage }: RegistryOptions): Registry {
  const files = registryFiles(paths);

  const locked = async <T>(work: () => Promise<T>): Promise<T> => {
    await makePrivateFolder(paths.home);
    return withLock(`${paths.registry}.lock`, work);
  };

  /** Updates the index from the records on disk. The caller must hold the lock. */
  const mended = async (): Promise<SessionEntry[]> => {
    const { entries, isDamaged, isToMend } = await files.read();
    const keptAs = isDamaged ? await setAside(paths.registry, clock.now()) : undefined;
    if (isToMend) await files.writeIndex(entries);
    if (keptAs !== undefined) onDamage?.(paths.registry, keptAs);
    return entries;
  };

  const registry: Registry = {
    /** Locks only to repair the index: an entry without a folder would claim the next army of its name. */
    async list() {
      const { entries, isToMend } = await files.read();
      return isToMend ? locked(mended) : entries;
    },
    async find(name) {
      const found = await files.readOne(name);
      return found === "damaged" ? (await registry.list()).find((entry) => entry.name === name) : found;
    },
    async findByDirectory(directory) {
      const wanted = await canonical(directory);
      for (const entry of await registry.list()) if ((await canonical(entry.directory)) === wanted) return entry;
      return undefined;
    },
    note: (name, change) =>
      locked(async () => {
        const entries = await mended();
        const entry = entries.find((other) => other.name === name);
        if (!entry) return;
        const noted = withChange(entry, change);
        await files.writeRecord(noted);
        await files.writeIndex(entries.map((other) => (other === entry ? noted : other)));
      }),
    add: (entry) =>
      locked(async () => {
        const entries = await mended();
        const taken = entries.find((other) => other.name === entry.name);
        if (taken) throw new OvldError("session-exists", { session: taken.name, directory: taken.directory });
        await makeFolder(sessionPaths(paths, entry.name).folder);
        await files.writeRecord(sessionEntry.parse(entry));
        await files.writeIndex([...entries, entry]);
      }),
    remove: (name) =>
      locked(async () => {
        const entries = (await mended()).filter((entry) => entry.name !== name);
        await files.removeRecord(name);
        await files.writeIndex(entries);
      }),
  };
  return registry;
}

function withChange(entry: SessionEntry, change: Change): SessionEntry {
  const { panes, agents, conversations, isResting } = change;
  return {
    ...entry,
    ...change,
    panes: { ...entry.panes, ...panes },
    ...(agents && { agents: { ...entry.agents, ...agents } }),
    conversations: { ...entry.conversations, ...conversations },
    isResting: (isResting ?? entry.isResting) || undefined,
  };
}

async function canonical(directory: string): Promise<string> {
  return realpath(directory).catch(() => resolve(directory));
}
