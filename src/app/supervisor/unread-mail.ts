import { openEntry } from "#app/armies/find-session.ts";
import { openNotifier } from "#app/mail/open-notifier.ts";
import type { Services } from "#app/services.ts";
import type { Log } from "#base/log.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { LOOK_EVERY } from "#mail/resender.ts";
import { type Returner, returner } from "#mail/returner.ts";

export interface UnreadMailParts {
  /** Whether the role's agent has certainly ended. */
  isGone(role: string): boolean;
  log: Log;
}

/** The unread mail of an army's roles. */
export interface UnreadMail {
  /** Starts to return overdue mail without waiting, because a hanging pane or lock must not block the watch. */
  look(): void;
  /** Returns the unread mail of an army that has ended. */
  last(): Promise<void>;
}

export function unreadMail(entry: SessionEntry, { isGone, log }: UnreadMailParts, services: Services): UnreadMail {
  const { clock } = services;
  let roles: readonly Returner[] | undefined;
  let under: Promise<void> = Promise.resolve();
  let isLooking = false;
  let nextLook = 0;
  let told = "";

  const open = async (): Promise<readonly Returner[]> => {
    const army = await openEntry(entry, services);
    const parts = { store: army.store, roster: army.roster, clock, notifier: await openNotifier(army, services) };
    return army.roster.roles.map(({ id }) => returner({ ...parts, role: id, isGone: () => isGone(id) }));
  };

  const fail = (error: unknown): void => {
    const reason = reasonOf(error);
    if (reason !== told && !OvldError.is(error, "store-missing")) log.write("warn", "give-up-failed", { reason });
    told = reason;
  };

  /** A failure with one role's mail does not stop the others. */
  const forEach = async (work: (role: Returner) => Promise<void>): Promise<void> => {
    try {
      roles ??= await open();
      for (const role of roles) await work(role).catch(fail);
    } catch (error) {
      fail(error);
    }
  };

  return {
    look() {
      if (isLooking || clock.elapsed() < nextLook) return;
      nextLook = clock.elapsed() + LOOK_EVERY;
      isLooking = true;
      under = forEach((role) => role.look()).finally(() => {
        isLooking = false;
      });
    },
    async last() {
      await under;
      await forEach((role) => role.last());
    },
  };
}
