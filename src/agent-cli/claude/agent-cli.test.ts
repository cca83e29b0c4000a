import { launchContract } from "#agent-cli/launch.contract.ts";
import { type AgentEvent, type ReportFixture, reportContract } from "#agent-cli/report.contract.ts";
import { claude } from "./claude.ts";
import { hookFixture } from "./hook-fixture.contract.ts";
import { claudeSenses } from "./senses.ts";

launchContract((program) => claude({ program, scripts: "/o/hooks" }));
reportContract(hookedAgent);

const conversations = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const;

/** An agent whose hooks run with Claude Code's events, and this process as the agent. */
async function hookedAgent(): Promise<ReportFixture> {
  const fixture = await hookFixture();
  const { paths, hooks, hook } = fixture;
  const started = (id: string, source: string) => ({
    ...{ session_id: id, transcript_path: `${paths.folder}/${id}.jsonl`, hook_event_name: "SessionStart", source },
  });
  const events: Record<AgentEvent, () => Promise<unknown>> = {
    async start() {
      await hook("start.sh", [], started(conversations[0], "startup"));
      await hook("mood.sh", ["ready"]);
    },
    turn: () => hook("mood.sh", ["busy"], { hook_event_name: "UserPromptSubmit" }),
    "tool-batch": () => hook("step.sh", [], { hook_event_name: "PostToolBatch" }),
    question: () => hook("mood.sh", ["asking", "why"], { hook_event_name: "PermissionRequest", tool_name: "Bash" }),
    limit: () =>
      hook("mood.sh", ["limited", "why"], {
        hook_event_name: "StopFailure",
        last_assistant_message: "You've hit your session limit · resets 3pm (Asia/Tokyo)",
      }),
    "turn-end": () => hook("stop.sh", [hooks.mark], { hook_event_name: "Stop", stop_hook_active: false }),
    clear: () => hook("start.sh", [], started(conversations[1], "clear")),
    end: () => hook("mood.sh", ["gone"], { hook_event_name: "SessionEnd" }),
  };
  return {
    ...{ senses: claudeSenses(), paths, process: process.pid, conversations },
    async play(event) {
      await events[event]();
    },
    async wait() {
      const { ended } = await fixture.waitHook();
      return { woken: ended.then(({ stderr }) => stderr) };
    },
    mail: () => fixture.mail(),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}
