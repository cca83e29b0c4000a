import { join } from "node:path";
import type { AgentCharge } from "#agent-cli/agent-cli.ts";
import { hookPaths } from "./hook-paths.ts";
import { RELAY } from "./relay-name.ts";

/** Claude Code ends a waiter after this many seconds; the next turn arms another. */
const WAIT_LIMIT = 86_400;

interface Hook {
  type: "command";
  /** With `args` Claude Code starts it directly: no shell reads the paths. */
  command: string;
  args: string[];
}

type Rule = { matcher?: string; hooks: Hook[] };

/** Claude Code's hooks for one agent; they come beside the user's own settings. `scripts` is the folder of `hooks/`. */
export function hooksFor({ paths, lang }: AgentCharge, scripts: string): Record<string, Rule[]> {
  const { bell, mark, ritual } = hookPaths(paths);
  const hook = (script: string, ...args: string[]): Hook => ({
    type: "command",
    command: join(scripts, script),
    args: [bell, ...args],
  });
  const mood = (name: string, ...why: string[]) => hook("mood.sh", name, ...why);
  const wait = (...how: string[]) => ({
    ...hook("wait.sh", mark, ...how),
    // Without `async`, some versions wait for it before they start.
    ...{ async: true, asyncRewake: true, timeout: WAIT_LIMIT },
    ...wakeWords[lang],
  });
  const rule = (...hooks: Hook[]): Rule => ({ hooks });
  const when = (matcher: string, ...hooks: Hook[]): Rule => ({ matcher, hooks });
  return {
    // A conversation that was shortened may be in the middle of a turn.
    SessionStart: [
      when(allBut("compact"), hook("start.sh")),
      when(allBut("startup"), hook("remind.sh", mark, ritual)),
      rule(wait("patiently")),
    ],
    UserPromptSubmit: [rule(mood("busy"))],
    PreToolUse: [rule(mood("busy")), when(`mcp__${RELAY}__check_inbox`, hook("own-mail.sh", notYours[lang]))],
    PostToolUse: [rule(hook("after-tool.sh", mark, "PostToolUse"))],
    PostToolUseFailure: [rule(hook("after-tool.sh", mark, "PostToolUseFailure"))],
    PostToolBatch: [rule(hook("step.sh"))],
    PermissionRequest: [rule(mood("asking", "why"))],
    Notification: [
      when("permission_prompt|elicitation_dialog|elicitation_url_dialog", mood("asking", "why")),
      when("idle_prompt", mood("idle")),
    ],
    Stop: [rule(hook("stop.sh", mark), wait())],
    // A turn that failed may have ended before the model was told what its last step brought.
    StopFailure: [when(LIMITS, mood("limited", "why")), when(allBut(LIMITS), mood("idle")), rule(wait())],
    // After these it goes on with another conversation.
    SessionEnd: [when(allBut("clear|resume"), mood("gone"))],
  };
}

const LIMITS = "rate_limit|billing_error";

/** A matcher for whatever a later version may add, too. */
function allBut(names: string): string {
  return `^(?!(${names})$)`;
}

/** What the person sees on the agent's screen, and what stands before the line that the agent is told. */
const wakeWords = {
  en: { rewakeSummary: "Mail", rewakeMessage: "Mail:" },
  ja: { rewakeSummary: "伝令", rewakeMessage: "伝令:" },
};

/** What a subagent is told that asks for mail; it goes into a JSON string as it is. */
const notYours = {
  en: "This mail is for the agent that started you. Leave it unread; that agent is told of it and reads it itself.",
  ja: "この伝令はあなたを起動したエージェント宛です。読まずに残してください。通知を受けたエージェント自身が読みます。",
};
