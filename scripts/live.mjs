// `npm run live [word …]`: the tests that need the built program or foreign programs; each word filters their paths.
import { bringPrograms } from "./bring-programs.mjs";
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
const env = bringPrograms();
runStep("node", ["scripts/build.mjs"]);
runStep(tool("vitest"), ["run", "--project", "live", "--project", "armies", ...process.argv.slice(2)], { env });
