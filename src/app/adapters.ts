import type { AgentCli, AgentSenses } from "#agent-cli/agent-cli.ts";
import type { AgentKind } from "#agent-cli/kinds.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { DetachedOptions } from "#base/start-detached.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";
import type { Sandbox, SandboxEngine } from "#sandbox/sandbox.ts";
import type { SourceControl } from "#source-control/source-control.ts";
import type { PastArmies } from "#store/past-armies.ts";
import type { DamagedFile, RelayStore } from "#store/relay-store.ts";

/** The implementations that services use, each opened when it is first needed. `wire.ts` provides them. */
export interface Adapters {
  openRelayStore(folder: string, options?: { log?: Log }): Promise<RelayStore>;
  hasLostRoster(folder: string): Promise<boolean>;
  examineStore(folder: string, options: { setAside: boolean }): Promise<DamagedFile[]>;
  openPastArmies(folder: string, clock: Clock): Promise<PastArmies>;
  openMultiplexer(kind: MultiplexerKind, options: MultiplexerOptions): Promise<Multiplexer & PaneInput & PaneWatcher>;
  openSandbox(engine: SandboxEngine, program: string): Promise<Sandbox>;
  openSourceControl(env: MultiplexerOptions["env"]): Promise<SourceControl>;
  openAgentCli(kind: AgentKind, program: string): Promise<AgentCli>;
  /** Wakes and observes agents, independent of the program in the settings. */
  openAgentSenses(): Promise<Record<AgentKind, AgentSenses>>;
  /** Starts a background program that outlives this process. */
  startDetached(program: string, args: readonly string[], options: DetachedOptions): Promise<void>;
}
