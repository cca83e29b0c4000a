import type { Inbox } from "./inbox.ts";
import type { LoopGuard } from "./loop-guard.ts";

/** The inbox of an agent: the loop guard takes what the agent reads as the cause of its next messages. */
export function guardedInbox(inbox: Inbox, guard: LoopGuard): Inbox {
  return {
    async read() {
      const reading = await inbox.read();
      guard.took(reading.messages);
      return reading;
    },
  };
}
