// `npm test`: everything from a bare clone to the last test. Words behind it go to vitest.
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
runStep("node", ["scripts/build.mjs"]);
runStep(tool("vitest"), ["run", ...process.argv.slice(2)]);
