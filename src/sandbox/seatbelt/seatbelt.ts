import { join } from "node:path";
import { askEngine } from "#sandbox/ask-engine.ts";
import type { Sandbox, WritePolicy } from "#sandbox/sandbox.ts";
import { profile } from "./profile.ts";

const PROGRAM = "sandbox-exec";

/** macOS: the policy is a profile beside the session. */
export function seatbelt(): Sandbox {
  return {
    engine: "seatbelt",
    folders: ({ folders }) => folders,
    files: (policy, folder) => [{ path: profileIn(folder), content: profileOf(policy, folder) }],
    check: (policy, folder) => askEngine("seatbelt", [PROGRAM, "-p", profileOf(policy, folder), "true"]),
    wrap: (argv, _policy, folder) => [PROGRAM, "-f", profileIn(folder), ...argv],
  };
}

/** The profile lies in a folder its agents may write to, and an agent that is started again reads it again. */
function profileOf(policy: WritePolicy, folder: string): string {
  return profile(policy, { closedFiles: [profileIn(folder)] });
}

function profileIn(folder: string): string {
  return join(folder, "sandbox.sb");
}
