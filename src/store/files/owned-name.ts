import { isOfHere, mayBeAlive, type ProcessIdentity } from "#base/process-identity.ts";

/** A file name that says which process it belongs to, since when, and what for. */
export interface OwnedName {
  label: string;
  since: number;
  owner: ProcessIdentity;
}

/** Who gave something back: no process has this space. */
export const nobody: ProcessIdentity = { pid: 0, started: undefined, space: "nobody" };

/** How long a process that cannot be asked, because its PID counts elsewhere, keeps what it holds. */
const UNSEEN_LEASE = 60_000;

export function ownedName({ label, since, owner }: OwnedName): string {
  return `${escapePart(label)},${since},${ownerPart(owner)}`;
}

export function parseOwnedName(name: string): OwnedName | undefined {
  const parts = name.split(",").map(unescapePart);
  const [label, since, pid, started, space] = parts;
  if (parts.length !== 5 || !label || !space || !isCount(since) || !isCount(pid)) return undefined;
  return { label, since: Number(since), owner: { pid: Number(pid), started: started || undefined, space } };
}

/**
 * True when its process will not come back for it. A process of another PID namespace or machine cannot be asked, so what it holds
 * longer than the lease counts as left, although a reader may hold a message until its turn ends.
 */
export function abandonment(now: number): (name: OwnedName) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return async ({ owner, since }) => {
    if (owner.space === nobody.space) return true;
    if (!(await isOfHere(owner))) return Math.abs(now - since) > UNSEEN_LEASE;
    const key = `${owner.pid} ${owner.started}`;
    const alive = known.get(key) ?? mayBeAlive(owner);
    known.set(key, alive);
    return !(await alive);
  };
}

const ownerParts = new WeakMap<ProcessIdentity, string>();

function ownerPart(owner: ProcessIdentity): string {
  const part = ownerParts.get(owner) ?? [String(owner.pid), owner.started ?? "", owner.space].map(escapePart).join(",");
  ownerParts.set(owner, part);
  return part;
}

function isCount(text: string | undefined): boolean {
  return text !== undefined && /^\d+$/.test(text);
}

function escapePart(text: string): string {
  return text.replaceAll(/[%,/\s]/g, encodeURIComponent);
}

function unescapePart(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, decodeURIComponent);
}
