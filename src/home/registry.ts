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

/** Which armies there are. `sessions/<name>/session.json` is the record; `registry.json` is its index. */
export interface Registry {
  /** Oldest first. A damaged index is set aside and made anew from the records. */
  list(): Promise<SessionEntry[]>;
  /** Asked again of the same registry it reads only what was replaced: cheap enough to ask every few seconds. */
  find(name: string): Promise<SessionEntry | undefined>;
  /** The session of a directory, also when it is reached through a symlink. */
  findByDirectory(directory: string): Promise<SessionEntry | undefined>;
  /** Throws `session-exists` when the name is taken. */
  add(entry: SessionEntry): Promise<void>;
  /** Notes where a session and its roles sit now, what they talk in, and whether it rests; one that is not there is no error. */
  note(name: string, change: Change): Promise<void>;
  /** Forgets a session; one that is not there is no error. */
  remove(name: string): Promise<void>;
}

type Change = Partial<
  Pick<SessionEntry, "panes" | "conversations" | "isResting" | "socketEnv" | "summonedWith" | "version">
>;

export interface RegistryOptions {
  paths: Paths;
  clock: Clock;
  /** Told when a damaged file was set aside. */
  onDamage?(file: string, keptAs: string): void;
}

export function openRegistry({ paths, clock, onDamage }: RegistryOptions): Registry {
  const files = registryFiles(paths);

  const locked = async <T>(work: () => Promise<T>): Promise<T> => {
    await makePrivateFolder(paths.home);
    return withLock(`${paths.registry}.lock`, work);
  };

  /** Under the lock: the index is made to say what is there. */
  const mended = async (): Promise<SessionEntry[]> => {
    const { entries, isDamaged, isToMend } = await files.read();
    const keptAs = isDamaged ? await setAside(paths.registry, clock.now()) : undefined;
    if (isToMend) await files.writeIndex(entries);
    if (keptAs !== undefined) onDamage?.(paths.registry, keptAs);
    return entries;
  };

  const registry: Registry = {
    /** Takes the lock only when there is something to mend: an entry without a folder would claim the next one of its name. */
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
  const { panes, conversations, isResting } = change;
  return {
    ...entry,
    ...change,
    panes: { ...entry.panes, ...panes },
    conversations: { ...entry.conversations, ...conversations },
    isResting: (isResting ?? entry.isResting) || undefined,
  };
}

async function canonical(directory: string): Promise<string> {
  return realpath(directory).catch(() => resolve(directory));
}
