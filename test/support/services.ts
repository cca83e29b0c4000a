import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Adapters } from "#app/adapters.ts";
import type { Notice, Services } from "#app/services.ts";
import { makeFolder } from "#base/files.ts";
import { ConfigLoader } from "#config/load.ts";
import type { Config } from "#config/settings.ts";
import { none } from "#sandbox/none/none.ts";
import { git } from "#source-control/git/git.ts";
import { filePastArmies } from "#store/files/past-armies.ts";
import { type MemoryRelayStore, memoryRelayStore } from "#store/memory/relay-store.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { type RecordingMultiplexer, recordingMultiplexer } from "./recording-multiplexer.ts";
import { type ScriptedAgentCli, scriptedAgentCli, scriptedComposer } from "./scripted-agent-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The parts that a service of `src/app` gets, without foreign programs. Files are in a folder of the test. */
export interface MemoryServices extends Services, AsyncDisposable {
  clock: ManualClock;
  config: Config;
  multiplexer: RecordingMultiplexer;
  agent: ScriptedAgentCli;
  /** Notices that services reported. */
  notices: Notice[];
  /** The mail store of an army, by its relay folder. */
  store(relay: string): MemoryRelayStore;
  /** Arguments of `ovld` commands that would run in the background. */
  started: string[][];
  /** Aborts the signal, as Ctrl-C does. */
  cancel(): void;
}

const VERSIONS = { tmux: "tmux 3.5", zellij: "zellij 0.45.1", claude: "2.1.325 (Claude Code)", pi: "0.74.2" };

/** Services in memory: waits end immediately, agents are ready immediately, no agent is confined. */
export async function memoryServices(given: Partial<Services> = {}): Promise<MemoryServices> {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const name of ["home", "project", "bin", "t", "z"]) await mkdir(at(name), { mode: 0o700 });
  for (const [name, version] of Object.entries(VERSIONS))
    await writeFile(join(at("bin"), name), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  const env = { HOME: at("home"), PATH: at("bin"), TMUX_TMPDIR: at("t"), ZELLIJ_SOCKET_DIR: at("z") };
  const directory = await realpath(at("project"));
  const [clock, agent, ending] = [manualClock(), scriptedAgentCli(), new AbortController()];
  clock.isFlowing = true;
  const multiplexer = recordingMultiplexer({ program: scriptedComposer });
  const stores = new Map<string, MemoryRelayStore>();
  const store = (relay: string): MemoryRelayStore => {
    const found = stores.get(relay) ?? onDisk(relay, memoryRelayStore({ clock }));
    stores.set(relay, found);
    return found;
  };
  const notices: Notice[] = [];
  const started: string[][] = [];
  const overrides = { "sandbox.engine": "none", multiplexer: "tmux", ...given.overrides };
  const { config } = ConfigLoader.trace({ env, directory, flags: overrides });
  return {
    ...{ env, directory, platform: "linux", version: "0.0.0-test", lang: "en", signal: ending.signal },
    adapters: memoryAdapters({ store, multiplexer, agent, started }),
    tell: (notice) => void notices.push(notice),
    ...given,
    ...{ overrides, clock, config, multiplexer, agent, notices, started, store },
    cancel: () => ending.abort(),
    async [Symbol.asyncDispose]() {
      ending.abort();
      await folder[Symbol.asyncDispose]();
    },
  };
}

interface Parts extends Pick<MemoryServices, "store" | "multiplexer" | "agent" | "started"> {}

function memoryAdapters({ store, multiplexer, agent, started }: Parts): Adapters {
  return {
    openRelayStore: async (relay) => store(relay),
    hasLostRoster: async () => false,
    examineStore: async () => [],
    openPastArmies: async (folder, clock) => filePastArmies(folder, { clock }),
    openMultiplexer: async () => multiplexer,
    openSandbox: async () => none(),
    openSourceControl: async (env) => git({ env }),
    openAgentCli: async () => agent,
    openAgentSenses: async () => ({ claude: agent, pi: agent }),
    startDetached: async (_, [, ...words]) => void started.push([...words]),
  };
}

/** Creates the mail folder, by which services detect that there is mail. */
function onDisk(relay: string, store: MemoryRelayStore): MemoryRelayStore {
  return {
    ...store,
    async initialise(roster) {
      await makeFolder(relay);
      await store.initialise(roster);
    },
  };
}
