import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { runAgent } from "#demo/agent.ts";
import type { AgentScript } from "#demo/agent-script.ts";
import { roles } from "#test/support/army-roles.ts";
import { pick } from "#test/support/random.ts";
import { DRAFT, entriesOf, type LedgerEntry, ledgerFile } from "./ledger.ts";
import { nextLetter, readLetter, writeLetter } from "./letter.ts";

/** An agent that forwards each message to another role, as often as the message says, and logs its reads and sends. */
const argv = process.argv.slice(2);
const folder = process.env.CHAOS_LEDGERS as string;

if (argv.includes("--version")) process.stdout.write("2.1.999 (chaos)\n");
else {
  await runAgent({ argv, scriptOf, greeting: "ready", pace: 0 });
  process.exit(0);
}

function scriptOf(role: string): AgentScript {
  const others = roles.filter((other) => other !== role);
  const acted = new Set(entriesOf(folder, role).flatMap((entry) => ("acted" in entry ? [entry.acted] : [])));
  const note = (entry: LedgerEntry) => appendFileSync(join(folder, ledgerFile(role)), `${JSON.stringify(entry)}\n`);
  return async (news, actions) => {
    // Logs all messages before the first send: the next tool call proves to the relay that they were read.
    const fresh = news.filter(({ id }) => !acted.has(id));
    for (const { id, from, body } of fresh) {
      if (id === "" && body.includes(DRAFT)) note({ submitted: body });
      else if (id !== "") note({ acted: id, from, after: readLetter(body)?.after });
      acted.add(id);
    }
    for (const letter of fresh.flatMap((message) => nextLetter(message) ?? [])) {
      const to = pick(others, Math.random);
      note({ sent: await actions.send({ to, subject: `from ${role}`, body: writeLetter(letter) }), to });
    }
  };
}
