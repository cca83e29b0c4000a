import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, percentile, printTable } from "./measure.ts";

// Real agents need the helpers of test/claude, which run in vitest only.
const folder = mkdtempSync(join(tmpdir(), "ovld-bench-"));
try {
  const file = join(folder, "times.json");
  execFileSync("npx", ["vitest", "run", "test/soak/wake-times.soak.ts"], {
    env: { ...process.env, SOAK: "1", WAKE_TIMES: file },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const times: Record<"bare" | "mod" | "hook", number[]> = JSON.parse(readFileSync(file, "utf8"));
  const figures = (sample: number[]) =>
    `p50 ${median(sample).toFixed(0)} ms, p99 ${percentile(sample, 0.99).toFixed(0)} ms`;
  const [bare, mod, hook] = [times.bare, times.mod, times.hook].map(median) as [number, number, number];
  printTable([
    { name: "wake-up to model request, mod / bare mod", ratio: mod / bare, target: 1.3, detail: figures(times.mod) },
    { name: "wake-up to model request, mod / wait hook", ratio: mod / hook, target: 1, detail: figures(times.hook) },
  ]);
  console.log(`bare mod: ${figures(times.bare)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
