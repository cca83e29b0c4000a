import { join } from "node:path";
import { askEngine } from "#sandbox/ask-engine.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { profile } from "./profile.ts";

const PROGRAM = "sandbox-exec";

/** macOS: the policy is a profile file in the session's folder. */
export function seatbelt(): Sandbox {
  return {
    engine: "seatbelt",
    folders: ({ folders, hidden }) => [...folders, ...hidden],
    files: (policy, folder) => [{ path: profileIn(folder), content: profile(policy) }],
    check: (policy) => askEngine("seatbelt", [PROGRAM, "-p", profile(policy), "true"]),
    wrap: (argv, _policy, folder) => [PROGRAM, "-f", profileIn(folder), ...argv],
  };
}

function profileIn(folder: string): string {
  return join(folder, "sandbox.sb");
}
