import { tryOnBoth } from "./on-both.ts";
import { scriptedAgents } from "./scripted-agents.ts";

/** `CHAOS_SECONDS=3600` for the whole hour. */
tryOnBoth("CHAOS_SECONDS", {
  title: "an army loses no mail while its processes are killed, its disk fills and its clock jumps",
  ...{ seconds: 90, rate: 20, openAgents: scriptedAgents },
});
