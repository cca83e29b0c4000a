import { withoutClaude } from "#test/claude/claude-code.ts";
import { tryOnBoth } from "./on-both.ts";
import { realAgents } from "./real-agents.ts";

/** Messages a second. At a higher rate, six real agents on two cores fall behind as their conversations grow. */
const rate = 3;

/** `CHAOS_SECONDS=3600` for the whole hour. */
tryOnBoth("CHAOS_SECONDS", {
  title: "real agents lose no mail while their processes are killed, their disk fills and their clock jumps",
  ...{ seconds: 60, rate, openAgents: realAgents, missing: withoutClaude },
});
