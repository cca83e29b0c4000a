// `npm run check`: every gate, cheapest first.
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
runStep(tool("biome"), ["check", "--error-on-warnings", "."]);
runStep(tool("tsc"), ["-p", "."]);
runStep(tool("knip"), []);
runStep("node", ["scripts/build.mjs"]);
runStep(tool("publint"), ["--strict"]);
runStep(tool("vitest"), ["run", "src", "test/house.test.ts", "test/budget.test.ts"]);
