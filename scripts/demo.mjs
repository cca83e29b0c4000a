// `npm run demo [-- flags]`: from a bare clone to the main job, as `ovld demo` shows it.
import { needMultiplexer } from "./need-multiplexer.mjs";
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

needMultiplexer();
prepare();
runStep("node", ["scripts/build.mjs"]);
runStep("node", ["dist/main.js", "demo", ...process.argv.slice(2)]);
