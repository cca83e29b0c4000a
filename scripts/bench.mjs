// `npm run bench [name …]`: bundles bench/<name>.ts and runs it, one after another; all of them without a name.
import { readdirSync } from "node:fs";
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

prepare();
const { bundle } = await import("./bundle.mjs");
runStep("node", ["scripts/build.mjs"]);
const all = readdirSync("bench")
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));
const programs = all.filter((name) => name !== "measure");
const chosen = process.argv.slice(2);
for (const name of chosen.length > 0 ? chosen : programs) {
  if (!programs.includes(name)) {
    console.error(`no bench called ${name}; there are: ${programs.join(", ")}`);
    process.exit(2);
  }
  const program = await bundle(`bench/${name}.ts`, `.cache/bench/${name}.mjs`);
  console.log(`\n# ${name}`);
  runStep("node", [program]);
}
