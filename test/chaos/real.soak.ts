import { withoutClaude } from "#test/claude/claude-code.ts";
import { tryOnBoth } from "./on-both.ts";
import { realMinds } from "./real-minds.ts";

/** Asked for more, six real agents on two cores fall behind as their conversations grow. */
const rate = 3;

/** `CHAOS_SECONDS=3600` for the whole hour. */
tryOnBoth("CHAOS_SECONDS", {
  promise: "real agents lose nothing while what they stand on is taken away",
  ...{ seconds: 60, rate, openMinds: realMinds, missing: withoutClaude },
});
