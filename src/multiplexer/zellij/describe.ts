import { join } from "node:path";
import { OvldError } from "#base/errors.ts";
import type { Description } from "#multiplexer/multiplexer.ts";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { renderLayout } from "./layout.ts";

export function describeSession(program: string, plan: SessionPlan, folder: string): Description {
  const path = join(folder, "layout.kdl");
  for (const named of [path, plan.directory])
    if (lostBytes.test(named)) throw new OvldError("path-not-utf8", { path: named });
  return {
    files: [{ path, content: renderLayout(plan) }],
    foreground: [program, "--session", plan.session, "--new-session-with-layout", path],
    background: [program, "--layout", path, "attach", "--create-background", plan.session],
  };
}

/** Node puts U+FFFD where the bytes of a name are not UTF-8: such a path leads to nothing, or to something else. */
const lostBytes = /[\ufffd\p{Surrogate}]/u;
