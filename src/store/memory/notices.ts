import type { RoleId } from "#mail/message.ts";
import { mailTo, requireRoster, type World } from "./world.ts";

export function giveNotice(world: World): void {
  for (const notice of world.notices) notice();
  giveStoreNotice(world);
}

/** For changes that no inbox shows. */
export function giveStoreNotice(world: World): void {
  for (const notice of world.storeNotices) notice();
}

export async function* watch(
  world: World,
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
      if (role === undefined) requireRoster(world);
      else mailTo(world, role);
      isGiven = false;
      yield undefined;
      if (!isGiven && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    notices.delete(notice);
    signal.removeEventListener("abort", onAbort);
  }
}
