// Prerequisites of `npm pack`, also on a fresh clone: installed packages and a build.
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

prepare();
runStep("node", ["scripts/build.mjs"]);
