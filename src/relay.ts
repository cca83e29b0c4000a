import { fileURLToPath } from "node:url";
import { claudeSenses } from "#agent-cli/claude/senses.ts";
import { piSenses } from "#agent-cli/pi/senses.ts";
import type { MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import { tmuxPaneInput } from "#multiplexer/tmux/pane-input.ts";
import { tmuxRunner } from "#multiplexer/tmux/run.ts";
import { zellijAccess } from "#multiplexer/zellij/access.ts";
import { zellijPaneInput } from "#multiplexer/zellij/pane-input.ts";
import { limitsFrom } from "#relay/limits.ts";
import { startRelay } from "#relay/start.ts";
import { fileInsightStore } from "#store/files/insight-store.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { version } from "#version.ts";

/** A relay types into panes. It does not need the rest of the adapters. */
const paneInputs = {
  tmux: (options: MultiplexerOptions) => tmuxPaneInput(tmuxRunner(options)),
  zellij: (options: MultiplexerOptions) => zellijPaneInput(zellijAccess(options)),
};

/** Milliseconds after which a relay has compiled the code for the first requests of its agent. */
const SETTLED = 3000;

type Ending = "parent-gone" | "SIGTERM" | "SIGINT" | "SIGHUP";

const PARENT_POLL = 400;

/**
 * Serves the agent that started this process, and ends the process. Composed here and not by wire.ts, to keep the bundle
 * small: every agent starts a relay.
 */
export async function run(env: NodeJS.ProcessEnv, keepCode: () => void): Promise<never> {
  setTimeout(keepCode, SETTLED).unref();
  const status = await startRelay({
    env,
    input: process.stdin,
    output: process.stdout,
    complain: (line) => process.stderr.write(`${line}\n`),
    agent: process.ppid,
    ended: lifetime(process),
    openStore: async (folder, options) => fileRelayStore(folder, options),
    openInsights: async (folder) => fileInsightStore(folder),
    openPaneInput: ({ kind, program }) => paneInputs[kind]({ program, env }),
    senses: { claude: claudeSenses(), pi: piSenses() },
    readLimits: () =>
      limitsFrom({ program: process.execPath, main: fileURLToPath(new URL("main.cjs", import.meta.url)) }),
    version,
  });
  keepCode();
  process.exit(status);
}

/** Resolves on a signal, or when the agent's process is gone. */
function lifetime(process: NodeJS.Process): Promise<Ending> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, resolve);
    // The input of an orphan stays open while another process holds its other end.
    setInterval(() => process.ppid !== parent && resolve("parent-gone"), PARENT_POLL).unref();
  });
}
