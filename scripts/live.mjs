// `npm run live [word …]`: the tests on the built program and on real ones; a word is a part of their paths.
import { bringPrograms } from "./bring-programs.mjs";
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
const env = bringPrograms();
runStep("node", ["scripts/build.mjs"]);
runStep(tool("vitest"), ["run", "--project", "live", "--project", "armies", ...process.argv.slice(2)], { env });
