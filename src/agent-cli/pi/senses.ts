import type { AgentSenses } from "#agent-cli/agent-cli.ts";
import { exchangeObserver } from "#agent-cli/exchange/observer.ts";
import { exchangeWaker } from "#agent-cli/exchange/waker.ts";
import { composerOf } from "./composer.ts";
import { piConversations } from "./conversations.ts";
import { piMeter } from "./meter.ts";
import { reportedEvents } from "./reported-events.ts";
import { transcriptCalls } from "./transcript-calls.ts";

/** pi reports its state by an extension, which also waits for notifications. */
export function piSenses(): AgentSenses {
  return {
    waker: exchangeWaker(),
    observer: exchangeObserver(reportedEvents),
    // pi asks nothing at its start, and its screen does not tell a limit from another error.
    screen: { composer: composerOf, limitOn: () => undefined, dialogOn: () => undefined },
    meter: piMeter,
    transcript: transcriptCalls,
    conversations: piConversations,
  };
}
