// `npm run check`: every gate, cheapest first. `--no-tests` is for whoever runs all tests next.
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
runStep(tool("biome"), ["check", "--error-on-warnings", "."]);
runStep(tool("tsc"), ["-p", "."]);
runStep(tool("knip"), []);
runStep("node", ["scripts/build.mjs"]);
runStep(tool("publint"), ["--strict"]);
if (!process.argv.includes("--no-tests"))
  runStep(tool("vitest"), ["run", "src", "test/gates/house.test.ts", "test/gates/budget.test.ts"]);
