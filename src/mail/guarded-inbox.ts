import type { Inbox } from "./inbox.ts";
import type { LoopGuard } from "./loop-guard.ts";

/** The inbox of an agent. Tells the loop guard each message read, as a possible cause of the agent's next messages. */
export function guardedInbox(inbox: Inbox, guard: LoopGuard): Inbox {
  return {
    async read() {
      const reading = await inbox.read();
      guard.took(reading.messages);
      return reading;
    },
  };
}
