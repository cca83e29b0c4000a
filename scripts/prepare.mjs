import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { runStep } from "./run-step.mjs";

const STAMP = "node_modules/.ovld-lock-hash";

/** Installs what the lock file names, unless that is what is already there; then no network is touched. */
export function prepare() {
  const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  // Not `npm ci`: a lock file written on one platform may lack the optional binaries of another, which ci refuses.
  runStep("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"]);
  mkdirSync("node_modules", { recursive: true });
  writeFileSync(STAMP, wanted);
}
