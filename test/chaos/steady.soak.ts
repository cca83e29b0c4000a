import { tryOnBoth } from "./on-both.ts";
import { scriptedAgents } from "./scripted-agents.ts";

/**
 * Faults end programs before a leak shows. In this run no program is killed. `STEADY_SECONDS=3600` for a whole hour.
 */
tryOnBoth("STEADY_SECONDS", {
  title: "an army that sends mail without end uses a bounded amount of memory, open files and disk",
  ...{ seconds: 300, rate: 20, openAgents: scriptedAgents, isCalm: true },
});
