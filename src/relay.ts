import type { Ring } from "#army/deliver.ts";
import { ringPane } from "#army/ring-pane.ts";
import { systemClock } from "#base/clock.ts";
import { paneLock } from "#config/pane-lock.ts";
import { recordedPanes } from "#config/session-record.ts";
import { zellij } from "#multiplexer/zellij/zellij.ts";
import { lifetime } from "#relay/lifetime.ts";
import { startRelay } from "#relay/start.ts";
import { fileInsightShelf } from "#store/files/insight-shelf.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { Roster } from "#store/relay-store.ts";
import { version } from "#version.ts";

// Composed here and not by wire.ts: a relay starts beside every agent, and its bundle holds only what it uses.
void startRelay({
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  complain: (line) => process.stderr.write(`${line}\n`),
  ended: lifetime(process),
  openStore: async (folder, options) => fileRelayStore(folder, options),
  openShelf: async (folder) => fileInsightShelf(folder),
  openBell,
  version,
}).then((status) => process.exit(status));

function openBell({ session, settings }: Roster, folder: string): Ring | undefined {
  const { lang, multiplexer } = settings;
  if (multiplexer?.kind !== "zellij") return undefined;
  return ringPane({
    session,
    lang,
    multiplexer: zellij({ program: multiplexer.program, env: process.env }),
    clock: systemClock,
    paneOf: async (role) => (await recordedPanes(folder))[role],
    lockPane: paneLock(folder),
  });
}
