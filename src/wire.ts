import type { Log } from "#base/log.ts";
import type { Config } from "#config/settings.ts";
import type { Multiplexer, MultiplexerKind, MultiplexerOptions } from "#multiplexer/multiplexer.ts";
import type { InsightShelf } from "#store/insight-shelf.ts";
import type { RelayStore } from "#store/relay-store.ts";

/** The composition root: the only file that names adapters, each loaded when first asked for. */
export async function openRelayStore(folder: string, options: { log?: Log } = {}): Promise<RelayStore> {
  const { fileRelayStore } = await import("#store/files/relay-store.ts");
  return fileRelayStore(folder, options);
}

export async function openInsightShelf(folder: string): Promise<InsightShelf> {
  const { fileInsightShelf } = await import("#store/files/insight-shelf.ts");
  return fileInsightShelf(folder);
}

export async function openMultiplexer(kind: MultiplexerKind, options: MultiplexerOptions): Promise<Multiplexer> {
  switch (kind) {
    case "zellij":
      return (await import("#multiplexer/zellij/zellij.ts")).zellij(options);
    case "tmux":
      return (await import("#multiplexer/tmux/tmux.ts")).tmux(options);
  }
}

/** The TOML parser stays out of the way of `ovld --help` until there is a file to read. */
export async function languageIn(files: readonly string[]): Promise<Config["lang"] | undefined> {
  return (await import("#config/language.ts")).languageIn(files);
}

/** Everything behind `ovld` but its version. */
export async function commandLine() {
  return import("#cli/run-command-line.ts");
}

/** `ovld relay`, as `dist/relay.js` runs it. */
export async function relay(env: NodeJS.ProcessEnv, version: string): Promise<number> {
  const { runRelay } = await import("#relay/run.ts");
  return runRelay({ openStore: openRelayStore, openShelf: openInsightShelf, env, version });
}
