import type { Inbox } from "./inbox.ts";
import type { LoopGuard } from "./loop-guard.ts";

/** The inbox of an agent. Passes each read message to the loop guard, as a possible cause of the next messages. */
export function guardedInbox(inbox: Inbox, guard: LoopGuard): Inbox {
  return {
    async read() {
      const reading = await inbox.read();
      guard.took(reading.messages);
      return reading;
    },
  };
}
