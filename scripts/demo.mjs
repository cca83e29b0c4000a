// `npm run demo`: from a bare clone to the main job. Doctor's verdict on this machine is what is shown, not a failure of the demo.
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

const MISSING_PROGRAM = 4;

prepare();
runStep("node", ["scripts/build.mjs"]);
runStep("node", ["dist/main.js", "doctor"], { accept: [0, MISSING_PROGRAM] });
