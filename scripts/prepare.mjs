import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { runStep } from "./run-step.mjs";

const STAMP = "node_modules/.ovld-lock-hash";

/** Installs what the lock file names, unless that is what is already there; then no network is touched. */
export function prepare() {
  const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  runStep("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"]);
  mkdirSync("node_modules", { recursive: true });
  writeFileSync(STAMP, wanted);
}
