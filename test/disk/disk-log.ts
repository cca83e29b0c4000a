import { basename, dirname } from "node:path";

/** Identity of a file across its names; of a folder, its path. */
export type Inode = string;

/** A change that a disk may lose until its inode is synced; a name belongs to the inode of its folder. */
export type Change =
  | { kind: "name"; folder: Inode; name: string; inode: Inode }
  /** `after`: the other half of a rename. No file system drops both names of a file. */
  | { kind: "unname"; folder: Inode; name: string; inode: Inode; after?: Change | undefined }
  | { kind: "content"; inode: Inode; content: string }
  | { kind: "time"; inode: Inode; mtime: number };

export type Entry<Event> =
  | Change
  /** Makes the inode's entries before index `since` durable; `since` is the log's length at the call. */
  | { kind: "sync"; inode: Inode; since: number }
  | { kind: "event"; event: Event };

/** The file operations of a process below `root`, in the order in which they returned. */
export class DiskLog<Event> {
  readonly entries: Entry<Event>[] = [];
  readonly #inodes = new Map<string, Inode>();
  readonly #open = new Map<number, Inode>();
  #made = 0;

  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  note(event: Event): void {
    this.entries.push({ kind: "event", event });
  }

  /** Marks all changes so far as durable, as they are some seconds after the write. */
  settle(): void {
    const since = this.entries.length;
    const inodes = this.entries.flatMap((entry) => ("folder" in entry ? [entry.folder, entry.inode] : []));
    for (const inode of new Set(inodes)) this.entries.push({ kind: "sync", inode, since });
  }

  opened(fd: number, path: string, isNew: boolean): void {
    // The descriptor may have belonged to a file that is closed by now.
    this.#open.delete(fd);
    if (!this.#holds(path)) return;
    if (isNew) this.#name(path, `file ${this.#made++}`);
    this.#open.set(fd, this.#inodeOf(path));
  }

  wrote(fd: number, content: string): void {
    const inode = this.#open.get(fd);
    if (inode !== undefined) this.entries.push({ kind: "content", inode, content });
  }

  synced(fd: number, since: number): void {
    const inode = this.#open.get(fd);
    if (inode !== undefined) this.entries.push({ kind: "sync", inode, since });
  }

  timed(path: string, mtime: number): void {
    if (this.#holds(path)) this.entries.push({ kind: "time", inode: this.#inodeOf(path), mtime });
  }

  renamed(from: string, to: string): void {
    if (!this.#holds(to)) return;
    const added = this.#name(to, this.#inodeOf(from));
    this.unlinked(from, added);
  }

  linked(from: string, to: string): void {
    if (this.#holds(to)) this.#name(to, this.#inodeOf(from));
  }

  unlinked(path: string, after?: Change): void {
    const inode = this.#inodes.get(path);
    if (inode === undefined) return;
    this.#inodes.delete(path);
    this.entries.push({ kind: "unname", folder: dirname(path), name: basename(path), inode, after });
  }

  made(path: string): void {
    if (this.#holds(path)) this.#name(path, path);
  }

  #holds(path: string): boolean {
    return path.startsWith(this.#root);
  }

  #inodeOf(path: string): Inode {
    return this.#inodes.get(path) ?? path;
  }

  #name(path: string, inode: Inode): Change {
    this.#inodes.set(path, inode);
    const change: Change = { kind: "name", folder: dirname(path), name: basename(path), inode };
    this.entries.push(change);
    return change;
  }
}
