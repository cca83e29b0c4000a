import { runRelay } from "#relay/run.ts";
import { version } from "#version.ts";
import { openInsightShelf, openRelayStore } from "#wire.ts";

const openers = { openStore: openRelayStore, openShelf: openInsightShelf };
process.exit(await runRelay({ ...openers, env: process.env, version }));
