import { lifetime } from "#relay/lifetime.ts";
import { startRelay } from "#relay/start.ts";
import { version } from "#version.ts";
import { openInsightShelf, openRelayStore } from "#wire.ts";

const status = await startRelay({
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  complain: (line) => process.stderr.write(`${line}\n`),
  ended: lifetime(process).ended,
  openStore: openRelayStore,
  openShelf: openInsightShelf,
  version,
});
process.exit(status);
