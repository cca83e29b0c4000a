import { tryOnBoth } from "./on-both.ts";
import { scriptedMinds } from "./scripted-minds.ts";

/** `CHAOS_SECONDS=3600` for the whole hour. */
tryOnBoth("CHAOS_SECONDS", {
  promise: "an army loses nothing while what it stands on is taken away",
  ...{ seconds: 150, rate: 20, openMinds: scriptedMinds },
});
