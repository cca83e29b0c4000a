import { openEntry } from "#app/armies/find-session.ts";
import { type GiveUp, giveUp } from "#army/give-up.ts";
import { LOOK_EVERY } from "#army/sweep.ts";
import type { Log } from "#base/log.ts";
import type { Context } from "#cli/context.ts";
import { openRing } from "#cli/open-ring.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";

export interface UnreadMailParts {
  /** Whether the role's agent is known to have ended. */
  isGone(role: string): boolean;
  log: Log;
}

/** The unread mail of an army's roles. */
export interface UnreadMail {
  /** Begins to bounce what is due and returns at once: a pane or a lock that does not answer must not hold the watch. */
  look(): void;
  /** Bounces what is left of an army that has ended. */
  last(): Promise<void>;
}

export function unreadMail(entry: SessionEntry, { isGone, log }: UnreadMailParts, context: Context): UnreadMail {
  const { clock } = context;
  let roles: readonly GiveUp[] | undefined;
  let under: Promise<void> = Promise.resolve();
  let isLooking = false;
  let nextLook = 0;
  let told = "";

  const open = async (): Promise<readonly GiveUp[]> => {
    const army = await openEntry(entry, context);
    const parts = { store: army.store, roster: army.roster, clock, ring: await openRing(army, context) };
    return army.roster.roles.map(({ id }) => giveUp({ ...parts, role: id, isGone: () => isGone(id) }));
  };

  const fail = (error: unknown): void => {
    const reason = reasonOf(error);
    if (reason !== told && !OvldError.is(error, "store-missing")) log.write("warn", "give-up-failed", { reason });
    told = reason;
  };

  /** A role whose mail cannot be read keeps no other from its own. */
  const forEach = async (work: (role: GiveUp) => Promise<void>): Promise<void> => {
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
