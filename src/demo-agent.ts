#!/usr/bin/env node
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAgent } from "./demo/agent.ts";
import { scriptOf } from "./demo/army-scripts.ts";
import { demoWords } from "./i18n/demo-words.ts";
import { version } from "./version.ts";

const PACE = 1500;
const argv = process.argv.slice(2);

if (argv.includes("--version")) process.stdout.write(`${version} (ovld demo agent)\n`);
else {
  const words = demoWords(process.env.OVLD_LANG === "ja" ? "ja" : "en");
  await runAgent({
    argv,
    scriptOf(role) {
      const pids = process.env.OVLD_DEMO_PIDS;
      if (pids) writeFileSync(join(pids, role), String(process.pid));
      return scriptOf(role, words);
    },
    greeting: words.greeting,
    pace: PACE,
  });
  process.exit(0);
}
