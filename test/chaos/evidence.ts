import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";
import type { Minds } from "./minds.ts";
import type { Verdict } from "./verdict.ts";

interface Broken {
  army: Pick<TemporaryArmy, "home">;
  minds: Pick<Minds, "heard">;
  verdict: Verdict;
}

/** Copies all that could tell how a promise was broken, before the army is dismissed, and says where. */
export function keepEvidence(name: string, { army, minds, verdict }: Broken): void {
  const folder = resolve(".cache/chaos", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "verdict.json"), JSON.stringify(verdict, null, 2));
  writeFileSync(join(folder, "heard.jsonl"), minds.heard?.() ?? "");
  // Files of a standing army come and go: what is gone meanwhile is complained about, and the rest is copied.
  spawnSync("cp", ["-a", army.home, folder], { stdio: "ignore" });
  console.log(`what is left of a broken promise is kept in ${folder}`);
}
