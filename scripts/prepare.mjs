import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { lockMismatch } from "./lock-mismatch.mjs";
import { runStep } from "./run-step.mjs";

const STAMP = "node_modules/.ovld-lock-hash";

/** Installs the packages of the lock file, unless they are installed already; then it needs no network. */
export function prepare() {
  const [manifest, lock] = ["package.json", "package-lock.json"].map((file) => JSON.parse(readFileSync(file, "utf8")));
  const [mismatch] = lockMismatch(manifest, lock);
  if (mismatch) {
    process.stderr.write(`${mismatch}. Run \`npm install --package-lock-only\`.\n`);
    process.exit(1);
  }
  const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  // Not `npm ci`, which refuses a lock file from another platform without this platform's optional binaries. `npm
  // install` would accept a lock file that contradicts package.json, so that is checked above.
  runStep("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"]);
  mkdirSync("node_modules", { recursive: true });
  writeFileSync(STAMP, wanted);
}
