import { fileURLToPath } from "node:url";
import { composerOf } from "#agent-cli/claude/composer.ts";
import { claudeMeter } from "#agent-cli/claude/meter.ts";
import { claudeObserver } from "#agent-cli/claude/observer.ts";
import { transcriptCalls } from "#agent-cli/claude/transcript-calls.ts";
import { claudeWaker } from "#agent-cli/claude/waker.ts";
import { keepHeapSmall } from "#base/small-heap.ts";
import { tmux } from "#multiplexer/tmux/tmux.ts";
import { zellij } from "#multiplexer/zellij/zellij.ts";
import { lifetime } from "#relay/lifetime.ts";
import { limitsFrom } from "#relay/limits.ts";
import { startRelay } from "#relay/start.ts";
import { fileInsightStore } from "#store/files/insight-store.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { version } from "#version.ts";

keepHeapSmall();

// Composed here and not by wire.ts, to keep the bundle small: every agent starts a relay.
void startRelay({
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  complain: (line) => process.stderr.write(`${line}\n`),
  agent: process.ppid,
  ended: lifetime(process),
  openStore: async (folder, options) => fileRelayStore(folder, options),
  openInsights: async (folder) => fileInsightStore(folder),
  openPaneInput: ({ kind, program }) => ({ zellij, tmux })[kind]({ program, env: process.env }),
  waker: claudeWaker(),
  observer: claudeObserver(),
  meter: claudeMeter,
  transcript: transcriptCalls,
  readLimits: () =>
    limitsFrom({ program: process.execPath, main: fileURLToPath(new URL("main.cjs", import.meta.url)) }),
  composer: composerOf,
  version,
}).then((status) => process.exit(status));
