// `npm run demo [-- flags]`: builds a bare clone and runs `ovld demo`.
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";
import { installPrograms, isThere } from "./system-packages.mjs";

if (!["zellij", "tmux"].some((program) => isThere(program))) {
  const yourself = installPrograms(["tmux"]);
  if (!isThere("tmux")) {
    console.error(`ovld needs zellij or tmux. Install one of them${yourself ? ` (${yourself})` : ""} and try again.`);
    process.exit(4);
  }
}
prepare();
runStep("node", ["scripts/build.mjs"]);
runStep("node", ["dist/main.cjs", "demo", ...process.argv.slice(2)]);
