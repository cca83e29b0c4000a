import type { AgentSenses } from "#agent-cli/agent-cli.ts";
import { exchangeObserver } from "#agent-cli/exchange/observer.ts";
import { exchangeWaker } from "#agent-cli/exchange/waker.ts";
import { composerOf } from "./composer.ts";
import { claudeConversations } from "./conversations.ts";
import { dialogOn } from "./dialog.ts";
import { limitOn } from "./limit-on-screen.ts";
import { claudeMeter } from "./meter.ts";
import { withMod } from "./mod/with-mod.ts";
import { reportedEvents } from "./reported-events.ts";
import { transcriptCalls } from "./transcript-calls.ts";

/** Claude Code reports its state by hooks, and is woken by a mod or a wait hook (`hooks/wait.sh`). */
export function claudeSenses(): AgentSenses {
  return {
    waker: withMod(exchangeWaker()),
    observer: exchangeObserver(reportedEvents),
    screen: { composer: composerOf, limitOn, dialogOn },
    meter: claudeMeter,
    transcript: transcriptCalls,
    conversations: claudeConversations,
  };
}
