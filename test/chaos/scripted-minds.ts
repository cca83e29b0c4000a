import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundleText } from "#test/support/bundle.ts";
import { deedsOf } from "./ledger.ts";
import type { OpenMinds } from "./minds.ts";

/** Each agent is a small program with a ledger of its own on a disk that never fills. */
export const scriptedMinds: OpenMinds = async ({ folder, env }) => {
  const ledgers = join(folder, "ledgers");
  await mkdir(ledgers);
  const program = await bundleText(
    `import ${JSON.stringify(resolve("test/chaos/chatter.ts"))};`,
    join(folder, "chatter.mjs"),
  );
  const line = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  await writeFile(join(folder, "bin", "claude"), line, { mode: 0o755 });
  env.CHAOS_LEDGERS = ledgers;
  return { deedsOf: (role) => deedsOf(ledgers, role), async [Symbol.asyncDispose]() {} };
};
