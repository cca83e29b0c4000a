// `npm test`: everything from a bare clone to the last test. Words behind it go to vitest.
import { bringPrograms } from "./bring-programs.mjs";
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
const env = bringPrograms();
runStep("node", ["scripts/build.mjs"]);
runStep(tool("vitest"), ["run", ...process.argv.slice(2)], { env });
