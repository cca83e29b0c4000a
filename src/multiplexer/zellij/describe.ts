import { join } from "node:path";
import type { Description } from "#multiplexer/multiplexer.ts";
import { refuseLostBytes } from "#multiplexer/plain-text.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { renderLayout } from "./layout.ts";

export function describeSession(program: string, plan: SessionPlan, folder: string): Description {
  const path = join(folder, "layout.kdl");
  for (const named of [path, plan.directory]) refuseLostBytes(named);
  return {
    files: [{ path, content: renderLayout(plan) }],
    foreground: [program, "--session", plan.session, "--new-session-with-layout", path],
    background: [program, "--layout", path, "attach", "--create-background", plan.session],
  };
}
