// What `npm pack` needs first, also on a fresh clone: everything installed and built.
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

prepare();
runStep("node", ["scripts/build.mjs"]);
