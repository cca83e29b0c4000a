// `npm run unit [path …]`: the tests that need neither a build nor a foreign program.
import { prepare } from "./prepare.mjs";
import { runStep, tool } from "./run-step.mjs";

prepare();
runStep(tool("vitest"), ["run", "--project", "unit", ...process.argv.slice(2)], {
  env: { ...process.env, QUICK: "1" },
});
