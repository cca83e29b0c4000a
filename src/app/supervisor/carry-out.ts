import type { WatchAction } from "./decide-watch.ts";
import type { DueRestarts } from "./due-restarts.ts";
import type { FailureLog } from "./failure-log.ts";
import type { UnreadMail } from "./unread-mail.ts";

export interface CarryOutParts {
  roster: readonly string[];
  failures: FailureLog;
  restarts: Pick<DueRestarts, "plan" | "cancel">;
  mail: Pick<UnreadMail, "last">;
}

/** False once the army is over. */
export async function carryOut(
  actions: readonly WatchAction[],
  { roster, failures, restarts, mail }: CarryOutParts,
): Promise<boolean> {
  for (const action of actions)
    switch (action.do) {
      case "tell":
        await failures.tell(action.role, action.failure);
        break;
      case "plan-restart":
        restarts.plan(action.role, action.failure);
        break;
      case "cancel-restart":
        restarts.cancel(action.role);
        break;
      case "clear":
        await failures.clear(action.role);
        break;
      case "tell-end":
        await failures.tellEnd(roster);
        break;
      case "stop":
        await mail.last();
        return false;
    }
  return true;
}
