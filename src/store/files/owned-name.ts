import { isOfHere, mayBeAlive, type ProcessIdentity } from "#base/process-identity.ts";

/** A file name that contains its owner process, a time and a label. */
export interface OwnedName {
  label: string;
  since: number;
  owner: ProcessIdentity;
}

/** Owner of a released claim: no process has this PID space. */
export const noOwner: ProcessIdentity = { pid: 0, started: undefined, space: "nobody" };

/** Milliseconds. Lease of a process in another PID space, because its state cannot be checked here. */
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
 * True if the owner process has ended or released the file. A process of another PID namespace or machine cannot be
 * checked, so its files count as abandoned after the lease. A reader may hold a message longer, until its turn ends.
 */
export function abandonment(now: number): (name: OwnedName) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return async ({ owner, since }) => {
    if (owner.space === noOwner.space) return true;
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
