import { spawn } from "node:child_process";
import type { Order, Rule } from "./order.ts";

export interface Hooks {
  /** Runs an event's hooks as an agent CLI does. Resolves with the reason of a hook that continues the turn, if any. */
  fire(event: string, input?: { source?: string }): Promise<string | undefined>;
}

const REWAKE = 2;

/** `wake` gets the text of a background hook that requests a turn. */
export function hookRunner({ hooks }: Order, wake: (line: string) => void): Hooks {
  return {
    async fire(event, input = {}) {
      const chosen = (hooks[event] ?? []).filter((rule) => isFor(rule, input.source)).flatMap((rule) => rule.hooks);
      const document = JSON.stringify({ hook_event_name: event, ...input });
      const background = chosen.filter(({ asyncRewake }) => asyncRewake);
      let reason: string | undefined;
      for (const hook of chosen.filter((each) => !background.includes(each)))
        reason ??= reasonIn((await execute(hook, document)).stdout);
      for (const hook of background)
        void execute(hook, document).then(({ status, stderr }) => {
          if (status === REWAKE) wake(stderr.trim());
        });
      return reason;
    },
  };
}

function isFor({ matcher }: Rule, source = ""): boolean {
  return matcher === undefined || new RegExp(matcher).test(source);
}

/** Output of a Stop hook that continues the turn. */
function reasonIn(stdout: string): string | undefined {
  if (stdout.trim() === "") return undefined;
  const { decision, reason } = JSON.parse(stdout) as { decision?: string; reason?: string };
  return decision === "block" ? reason : undefined;
}

function execute({ command, args }: Rule["hooks"][number], input: string) {
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((done, fail) => {
    const child = spawn(command, args, { stdio: "pipe" });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", fail).on("close", (status) => done({ status, stdout, stderr }));
    // Most hooks end without reading stdin, which causes EPIPE.
    child.stdin.on("error", () => {}).end(input);
  });
}
