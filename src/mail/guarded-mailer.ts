import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import type { MessageId, RoleId } from "#store/mail-store.ts";
import type { Roster } from "#store/relay-store.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import type { Draft } from "./compose.ts";
import type { Inbox } from "./inbox.ts";
import type { Admitted, Cause, Governor } from "./loop-guard.ts";
import { type Broadcast, type Courier, everyoneBut } from "./mailer.ts";
import { recipientsOf, requireRoute } from "./routing.ts";

export interface GovernedParts {
  courier: Courier;
  governor: Governor;
  roster: Roster;
  /** Told once of each cut, however often the sender tries again. */
  onCut(cut: Cut): void;
}

export interface Cut {
  code: "storm-pair" | "storm-chain" | "storm-thanks";
  from: RoleId;
  to: RoleId;
  thread: MessageId | undefined;
  hops: number;
}

/**
 * The courier of an agent: each of its messages is an answer to what it last read; ranks and governor may refuse it.
 */
export function governedCourier({ courier, governor, roster, onCut }: GovernedParts): Courier {
  const lastCuts = new Map<RoleId, string>();

  const noteCut = (error: unknown, { from, to }: Draft, { parent, hops }: Cause): void => {
    if (!OvldError.is(error, "storm-pair", "storm-chain", "storm-thanks")) return;
    const cut = `${error.code} ${parent?.id}`;
    if (cut !== lastCuts.get(to)) onCut({ code: error.code, from, to, thread: parent?.thread, hops });
    lastCuts.set(to, cut);
  };

  const admit = (draft: Draft, cause: Cause): Admitted => {
    try {
      return governor.admit(draft, cause);
    } catch (error) {
      noteCut(error, draft, cause);
      throw error;
    }
  };

  const admitAll = (draft: Omit<Draft, "to">, cause: Cause) => {
    const admitted = new Map<RoleId, Admitted>();
    const refused: { to: RoleId; error: unknown }[] = [];
    for (const to of recipientsOf(draft.from, roster))
      try {
        admitted.set(to, admit({ ...draft, to }, cause));
      } catch (error) {
        refused.push({ to, error });
      }
    if (admitted.size === 0 && refused[0]) throw refused[0].error;
    return { admitted, refused };
  };

  return {
    async send(draft) {
      requireRoute(draft.from, draft.to, roster);
      const admitted = admit(draft, governor.causeOf(draft.to));
      try {
        return await courier.send(answer(draft, admitted));
      } catch (error) {
        admitted.withdraw();
        throw error;
      }
    },

    async broadcast(draft) {
      const cause = governor.causeOf();
      const { admitted, refused } = admitAll(draft, cause);
      let result: Broadcast | undefined;
      try {
        result = await courier.broadcast(answer(draft, cause), [...admitted.keys()]);
      } finally {
        const stored = result?.sent.map(({ message }) => message.to) ?? [];
        for (const [to, { withdraw }] of admitted) if (!stored.includes(to)) withdraw();
      }
      const allowances = [...admitted.keys()].map((to) => governor.allowance(to) ?? Number.POSITIVE_INFINITY);
      const least = Math.min(...allowances);
      const failed = [...result.failed, ...refused.map(({ to, error }) => ({ to, reason: reasonOf(error) }))];
      const beyond = everyoneBut(draft.from, roster).filter((role) => !recipientsOf(draft.from, roster).includes(role));
      return { ...result, failed, beyond, ...(Number.isFinite(least) && { allowance: least }) };
    },
  };
}

/** The inbox of an agent: what it reads is what it answers next. */
export function governedInbox(inbox: Inbox, governor: Governor): Inbox {
  return {
    async read() {
      const reading = await inbox.read();
      governor.took(reading.messages);
      return reading;
    },
  };
}

/** Thanks are never urgent: who is busy finds them at the end of its turn. */
function answer<D extends Omit<Draft, "to">>(draft: D, { parent, hops }: Cause): D {
  return { ...draft, parent, hops, ...(isAcknowledgement(draft) && { priority: "normal" as const }) };
}
