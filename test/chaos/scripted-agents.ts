import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundleText } from "#test/support/bundle.ts";
import type { OpenAgents } from "./chaos-agents.ts";
import { entriesOf } from "./ledger.ts";

/** Each agent is a small program. Its ledger is outside the disk that the faults fill. */
export const scriptedAgents: OpenAgents = async ({ folder, env }) => {
  const ledgers = join(folder, "ledgers");
  await mkdir(ledgers);
  const program = await bundleText(
    `import ${JSON.stringify(resolve("test/chaos/chatter.ts"))};`,
    join(folder, "chatter.mjs"),
  );
  const line = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  await writeFile(join(folder, "bin", "claude"), line, { mode: 0o755 });
  env.CHAOS_LEDGERS = ledgers;
  return { entriesOf: (role) => entriesOf(ledgers, role), async [Symbol.asyncDispose]() {} };
};
