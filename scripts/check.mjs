// `npm run check`: every gate, cheapest first. `--no-tests` skips the tests, for a full run afterwards.
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
runStep("node", ["scripts/import-rules.mjs", "--check"]);
runStep("node", ["scripts/map.mjs", "--check"]);
runStep(tool("biome"), ["check", "--error-on-warnings", "."]);
runStep(tool("tsc"), ["-p", "."]);
runStep(tool("knip"), []);
const isTesting = !process.argv.includes("--no-tests");
if (isTesting) runStep("node", ["scripts/unit.mjs"]);
runStep("node", ["scripts/build.mjs"]);
runStep(tool("publint"), ["--strict"]);
if (isTesting) runStep(tool("vitest"), ["run", "test/gates/house.test.ts", "test/gates/budget.test.ts"]);
