import { fileURLToPath } from "node:url";
import type { AgentCli, AgentFile, Autonomy, SetupOptions } from "#agent-cli/agent-cli.ts";
import { composerOf } from "./composer.ts";
import { dialogOn } from "./dialog.ts";
import { hookPaths } from "./hook-paths.ts";
import { hooksFor } from "./hooks-for.ts";
import { limitOn } from "./limit-on-screen.ts";
import { claudeMeter } from "./meter.ts";
import { modSocket } from "./mod/mod-socket.ts";
import { withMod } from "./mod/with-mod.ts";
import { notifyChannels } from "./notify-channels.ts";
import { claudeObserver } from "./observer.ts";
import { RELAY } from "./relay-name.ts";
import { unanswered } from "./unanswered.ts";
import { claudeWaker } from "./waker.ts";

/** Always passed, because newer versions choose a mode themselves without the flag; they still accept `default`. */
const permissions: Record<Autonomy, readonly string[]> = {
  ask: ["--permission-mode", "default"],
  edits: ["--permission-mode", "acceptEdits"],
  full: ["--dangerously-skip-permissions"],
};

/** The mod finds the socket of its relay by this variable. */
const MOD_SOCKET = "OVLD_MOD_SOCKET";

export interface ClaudeOptions {
  program: string;
  /** The folder of the hook scripts, beside this file as well as beside the bundle. */
  scripts?: string;
  /** The folder of the mod. */
  mod?: string;
}

export function claude({
  program,
  scripts = fileURLToPath(new URL("hooks", import.meta.url)),
  mod = fileURLToPath(new URL("mod", import.meta.url)),
}: ClaudeOptions): AgentCli {
  return {
    name: "claude",
    argv: ({ model, mcpFile, settingsFile, autonomy, ritual, conversation }) => [
      program,
      ...["--mcp-config", mcpFile],
      ...["--settings", settingsFile],
      ...["--plugin-dir", mod],
      ...["--allowedTools", `mcp__${RELAY}__*`],
      ...permissions[autonomy],
      ...(model === undefined ? [] : ["--model", model]),
      // Claude Code refuses `--session-id` for an existing conversation and `--resume` for a missing one.
      ...(conversation ? [conversation.isBegun ? "--resume" : "--session-id", conversation.id] : []),
      ...(ritual === undefined ? [] : ["--append-system-prompt", ritual]),
    ],
    // Without `alwaysLoad`, newer versions defer rarely used tools behind a search.
    mcpFile: (relay) => json({ mcpServers: { [RELAY]: { type: "stdio", ...relay, alwaysLoad: true } } }),
    settingsFile: (setup) => json({ env: { [MOD_SOCKET]: modSocket(setup.paths) }, hooks: hooksFor(setup, scripts) }),
    files,
    meter: claudeMeter,
    waker: withMod(claudeWaker()),
    observer: claudeObserver(),
    composer: composerOf,
    limitOn,
    dialogOn,
    unanswered,
    notifyChannels: (installed) => notifyChannels(installed),
  };
}

const againWords = {
  en: "Your ritual, once more, because this conversation was shortened, cleared or taken up again:",
  ja: "この会話は短縮、消去、または再開された。そなたの儀式をもう一度授ける。",
};

function files({ paths, lang, ritual }: SetupOptions): AgentFile[] {
  const hooks = hookPaths(paths);
  const mood = { path: hooks.mood, content: "starting\n" };
  if (ritual === undefined) return [mood];
  const text = `${againWords[lang]}\n\n${ritual.trimEnd()}\n\n`;
  return [mood, { path: hooks.ritual, content: JSON.stringify(text).slice(1, -1) }];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
