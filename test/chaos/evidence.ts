import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";
import type { ChaosAgents } from "./chaos-agents.ts";
import type { Verdict } from "./verdict.ts";

interface Broken {
  army: Pick<TemporaryArmy, "home">;
  agents: Pick<ChaosAgents, "requestLog">;
  verdict: Verdict;
}

/** Copies the army's home, the verdict and the model requests before the army is dismissed, and prints their folder. */
export function keepEvidence(name: string, { army, agents, verdict }: Broken): void {
  const folder = resolve(".cache/chaos", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "verdict.json"), JSON.stringify(verdict, null, 2));
  writeFileSync(join(folder, "heard.jsonl"), agents.requestLog?.() ?? "");
  // Files of a running army come and go. `cp` reports the ones that disappear, and copies the rest.
  spawnSync("cp", ["-a", army.home, folder], { stdio: "ignore" });
  console.log(`evidence of the broken promise: ${folder}`);
}
