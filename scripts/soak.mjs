// `npm run soak`: the store under kill -9, in full size. SEED=… repeats a run, MESSAGES=… changes its length.
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";

prepare();
const { build } = await import("esbuild");
const outfile = ".cache/soak/full.mjs";
await build({
  entryPoints: ["test/soak/full.ts"],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  logLevel: "error",
});
runStep("node", [outfile]);
