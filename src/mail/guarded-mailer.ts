import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import type { Draft } from "./compose.ts";
import type { Admitted, Cause, LoopGuard } from "./loop-guard.ts";
import { type Broadcast, type Mailer, otherRoles } from "./mailer.ts";
import type { MessageId, RoleId } from "./message.ts";
import type { Roster } from "./roster.ts";
import { recipientsOf, requireRoute } from "./routing.ts";

export interface GuardedMailerParts {
  mailer: Mailer;
  guard: LoopGuard;
  roster: Roster;
  /** Called once for each loop that the guard cuts, even if the sender tries again. */
  onCut(cut: Cut): void;
}

export interface Cut {
  code: "storm-pair" | "storm-chain" | "storm-thanks";
  from: RoleId;
  to: RoleId;
  thread: MessageId | undefined;
  hops: number;
}

/** The mailer of an agent: each message answers the last one read; routing and the loop guard may refuse it. */
export function guardedMailer({ mailer, guard, roster, onCut }: GuardedMailerParts): Mailer {
  const lastCuts = new Map<RoleId, string>();

  const noteCut = (error: unknown, { from, to }: Draft, { parent, hops }: Cause): void => {
    if (!OvldError.is(error, "storm-pair", "storm-chain", "storm-thanks")) return;
    const cut = `${error.code} ${parent?.id}`;
    if (cut !== lastCuts.get(to)) onCut({ code: error.code, from, to, thread: parent?.thread, hops });
    lastCuts.set(to, cut);
  };

  const admit = (draft: Draft, cause: Cause): Admitted => {
    try {
      return guard.admit(draft, cause);
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
      const admitted = admit(draft, guard.causeOf(draft.to));
      try {
        return await mailer.send(answer(draft, admitted));
      } catch (error) {
        admitted.withdraw();
        throw error;
      }
    },

    async broadcast(draft) {
      const cause = guard.causeOf();
      const { admitted, refused } = admitAll(draft, cause);
      let result: Broadcast | undefined;
      try {
        result = await mailer.broadcast(answer(draft, cause), [...admitted.keys()]);
      } finally {
        const stored = result?.sent.map(({ message }) => message.to) ?? [];
        for (const [to, { withdraw }] of admitted) if (!stored.includes(to)) withdraw();
      }
      const allowances = [...admitted.keys()].map((to) => guard.allowance(to) ?? Number.POSITIVE_INFINITY);
      const least = Math.min(...allowances);
      const failed = [...result.failed, ...refused.map(({ to, error }) => ({ to, reason: reasonOf(error) }))];
      const beyond = otherRoles(draft.from, roster).filter((role) => !recipientsOf(draft.from, roster).includes(role));
      return { ...result, failed, beyond, ...(Number.isFinite(least) && { allowance: least }) };
    },
  };
}

/** Acknowledgements are never urgent: a busy recipient gets them at the end of its turn. */
function answer<D extends Omit<Draft, "to">>(draft: D, { parent, hops }: Cause): D {
  return { ...draft, parent, hops, ...(isAcknowledgement(draft) && { priority: "normal" as const }) };
}
