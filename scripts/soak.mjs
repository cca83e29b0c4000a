// `npm run soak`: the full store test with kill -9. SEED=… repeats a run, MESSAGES=… changes its length.
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

prepare();
const { bundle } = await import("./bundle.mjs");
runStep("node", [await bundle("test/soak/full.ts", ".cache/soak/full.mjs")]);
