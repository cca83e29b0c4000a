import { join } from "node:path";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import type { SetupOptions } from "#agent-cli/launch.ts";
import { RELAY } from "./relay-name.ts";

/** Claude Code ends a wait hook after this many seconds; the next turn starts another. */
const WAIT_LIMIT = 86_400;

interface Hook {
  type: "command";
  /** With `args` Claude Code starts the hook without a shell, which would parse the paths. */
  command: string;
  args: string[];
}

type Rule = { matcher?: string; hooks: Hook[] };

/** Claude Code's hooks for one agent, in addition to the user's own. `scripts` is the folder of `hooks/`. */
export function hooksFor(
  { paths, lang }: Pick<SetupOptions, "paths" | "lang">,
  scripts: string,
): Record<string, Rule[]> {
  const { hooksFolder, mark, ritual } = exchangePaths(paths);
  const hook = (script: string, ...args: string[]): Hook => ({
    type: "command",
    command: join(scripts, script),
    args: [hooksFolder, ...args],
  });
  const mood = (name: string, ...why: string[]) => hook("mood.sh", name, ...why);
  const wait = (...how: string[]) => ({
    ...hook("wait.sh", mark, ...how),
    // Without `async`, some versions wait for the hook to end before they start.
    ...{ async: true, asyncRewake: true, timeout: WAIT_LIMIT },
    ...wakeWords[lang],
  });
  const rule = (...hooks: Hook[]): Rule => ({ hooks });
  const when = (matcher: string, ...hooks: Hook[]): Rule => ({ matcher, hooks });
  return {
    // A conversation is compacted in the middle of a turn, so that event says nothing about the mood.
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
    // A failed turn may have ended before the model got the results of its last tool batch.
    StopFailure: [when(LIMITS, mood("limited", "why")), when(allBut(LIMITS), mood("idle")), rule(wait())],
    // After `clear` and `resume` the process continues with another conversation.
    SessionEnd: [when(allBut("clear|resume"), mood("gone"))],
  };
}

const LIMITS = "rate_limit|billing_error";

/** A negative matcher also covers names that a later version adds. */
function allBut(names: string): string {
  return `^(?!(${names})$)`;
}

/** Shown on the agent's screen, and prefixed to the line that the agent reads. */
const wakeWords = {
  en: { rewakeSummary: "Mail", rewakeMessage: "Mail:" },
  ja: { rewakeSummary: "新着メッセージ", rewakeMessage: "新着メッセージ:" },
};

/** Reply to a subagent that checks for mail; it goes into a JSON string unescaped. */
const notYours = {
  en: "This mail is for the agent that started you. Leave it unread: that agent is notified and reads it itself.",
  ja: "このメッセージはあなたを起動したエージェント宛てです。未読のまま残してください。通知を受けたエージェントが自分で読みます。",
};
