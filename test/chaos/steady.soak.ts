import { tryOnBoth } from "./on-both.ts";
import { scriptedMinds } from "./scripted-minds.ts";

/** Faults end programs before they can grow: here the same ones run for the whole time. `STEADY_SECONDS=3600` is an hour. */
tryOnBoth("STEADY_SECONDS", {
  promise: "an army that talks without end grows neither in memory nor on the disk",
  ...{ seconds: 300, rate: 20, openMinds: scriptedMinds, isCalm: true },
});
