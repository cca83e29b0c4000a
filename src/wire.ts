import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { AgentCli, AgentSenses } from "#agent-cli/agent-cli.ts";
import type { AgentKind } from "#agent-cli/kinds.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { DetachedOptions } from "#base/start-detached.ts";
import type { Config } from "#config/settings.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PaneWatcher } from "#multiplexer/pane-watcher.ts";
import type { Sandbox, SandboxEngine } from "#sandbox/sandbox.ts";
import type { SourceControl } from "#source-control/source-control.ts";
import type { PastArmies } from "#store/past-armies.ts";
import type { DamagedFile, RelayStore } from "#store/relay-store.ts";

// Composition root: only this file and `relay.ts` name adapters. Each adapter is loaded on first use.

export async function openRelayStore(folder: string, options: { log?: Log } = {}): Promise<RelayStore> {
  const { fileRelayStore } = await import("#store/files/relay-store.ts");
  return fileRelayStore(folder, options);
}

export async function hasLostRoster(folder: string): Promise<boolean> {
  return (await import("#store/files/clean.ts")).hasLostRoster(folder);
}

export async function examineStore(folder: string, options: { setAside: boolean }): Promise<DamagedFile[]> {
  return (await import("#store/files/examine.ts")).examineStore(folder, options);
}

export async function openPastArmies(folder: string, clock: Clock): Promise<PastArmies> {
  return (await import("#store/files/past-armies.ts")).filePastArmies(folder, { clock });
}

export async function openMultiplexer(
  kind: MultiplexerKind,
  options: MultiplexerOptions,
): Promise<Multiplexer & PaneInput & PaneWatcher> {
  switch (kind) {
    case "zellij":
      return (await import("#multiplexer/zellij/zellij.ts")).zellij(options);
    case "tmux":
      return (await import("#multiplexer/tmux/tmux.ts")).tmux(options);
  }
}

export async function openSandbox(engine: SandboxEngine, program: string): Promise<Sandbox> {
  switch (engine) {
    case "none":
      return (await import("#sandbox/none/none.ts")).none();
    case "seatbelt":
      return (await import("#sandbox/seatbelt/seatbelt.ts")).seatbelt();
    case "bubblewrap":
      return (await import("#sandbox/bubblewrap/bubblewrap.ts")).bubblewrap({ program });
  }
}

export async function openSourceControl(env: MultiplexerOptions["env"]): Promise<SourceControl> {
  return (await import("#source-control/git/git.ts")).git({ env });
}

export async function openAgentCli(kind: AgentKind, program: string): Promise<AgentCli> {
  switch (kind) {
    case "claude":
      return (await import("#agent-cli/claude/claude.ts")).claude({ program });
    case "pi":
      return (await import("#agent-cli/pi/pi.ts")).pi({ program });
  }
}

export async function openAgentSenses(): Promise<Record<AgentKind, AgentSenses>> {
  const [{ claudeSenses }, { piSenses }] = await Promise.all([
    import("#agent-cli/claude/senses.ts"),
    import("#agent-cli/pi/senses.ts"),
  ]);
  return { claude: claudeSenses(), pi: piSenses() };
}

export async function startDetached(program: string, args: readonly string[], options: DetachedOptions): Promise<void> {
  (await import("#base/start-detached.ts")).startDetached(program, args, options);
}

/** The TOML parser is loaded only when there is a file to read, to keep `ovld --help` fast. */
export async function languageIn(files: readonly string[]): Promise<Config["lang"] | undefined> {
  return (await import("#config/language.ts")).languageIn(files);
}

/** The HTTP API with its dependencies. */
export async function api() {
  return import("#api/server.ts");
}

export async function dashboard() {
  return import("#tui/show-dashboard.ts");
}

export async function plainDashboard() {
  return import("#tui/plain-dashboard.ts");
}

/** `ovld relay` with flags; without any, `main.ts` loads the same program. The relay ends the process. */
export async function relay(env: NodeJS.ProcessEnv): Promise<void> {
  const { loadScript } = await import("#home/load-script.ts");
  const file = fileURLToPath(new URL("relay.cjs", import.meta.url));
  await loadScript<typeof import("./relay.ts")>(file, createRequire(import.meta.url)).exports.run(env, () => {});
}
