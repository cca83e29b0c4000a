import type { RoleId } from "#mail/message.ts";
import { mailTo, requireRoster, type StoreMemory } from "./store-memory.ts";

export function giveNotice(memory: StoreMemory): void {
  for (const notice of memory.notices) notice();
  giveStoreNotice(memory);
}

/** For changes outside the inboxes. */
export function giveStoreNotice(memory: StoreMemory): void {
  for (const notice of memory.storeNotices) notice();
}

export async function* watch(
  memory: StoreMemory,
  notices: Set<() => void>,
  { role, signal }: { role?: RoleId | undefined; signal: AbortSignal },
): AsyncGenerator<undefined> {
  let isGiven = false;
  let wake = () => {};
  const notice = () => {
    isGiven = true;
    wake();
  };
  const onAbort = () => wake();
  notices.add(notice);
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      if (role === undefined) requireRoster(memory);
      else mailTo(memory, role);
      isGiven = false;
      yield undefined;
      if (!isGiven && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    notices.delete(notice);
    signal.removeEventListener("abort", onAbort);
  }
}
