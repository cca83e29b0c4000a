// `npm test`: installs, builds and tests a bare clone. Further arguments go to vitest.
import { bringPrograms } from "./bring-programs.mjs";
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
const env = bringPrograms();
runStep("node", ["scripts/build.mjs"]);
runStep(tool("vitest"), ["run", ...process.argv.slice(2)], { env });
