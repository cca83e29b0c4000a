import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentCli } from "#agent-cli/agent-cli.ts";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { ritualAgain } from "#agent-cli/exchange/ritual-again.ts";
import type { AgentFile, Autonomy, SetupOptions } from "#agent-cli/launch.ts";
import { hooksFor } from "./hooks-for.ts";
import { modSocket } from "./mod/mod-socket.ts";
import { notifyChannels } from "./notify-channels.ts";
import { ownPlaces } from "./own-places.ts";
import { RELAY } from "./relay-name.ts";
import { claudeSenses } from "./senses.ts";
import { unanswered } from "./unanswered.ts";

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
    ...claudeSenses(),
    cannot: [],
    argv: ({ paths, model, autonomy, ritual, conversation }) => [
      program,
      ...["--mcp-config", mcpFile(paths)],
      ...["--settings", settingsFile(paths)],
      ...["--plugin-dir", mod],
      ...["--allowedTools", `mcp__${RELAY}__*`],
      ...permissions[autonomy],
      ...(model === undefined ? [] : ["--model", model]),
      // Claude Code refuses `--session-id` for an existing conversation and `--resume` for a missing one.
      ...(conversation ? [conversation.isBegun ? "--resume" : "--session-id", conversation.id] : []),
      ...(ritual === undefined ? [] : ["--append-system-prompt", ritual]),
    ],
    files: (setup) => [
      // Without `alwaysLoad`, newer versions defer rarely used tools behind a search.
      {
        path: mcpFile(setup.paths),
        content: json({ mcpServers: { [RELAY]: { type: "stdio", ...setup.relay, alwaysLoad: true } } }),
      },
      {
        path: settingsFile(setup.paths),
        content: json({ env: { [MOD_SOCKET]: modSocket(setup.paths) }, hooks: hooksFor(setup, scripts) }),
      },
      ...hookFiles(setup),
    ],
    ownPlaces,
    unanswered,
    notifyChannels: (installed) => notifyChannels(installed),
  };
}

function mcpFile({ role, relay }: AgentPaths): string {
  return join(relay, "mcp", `${role}.json`);
}

function settingsFile({ role, folder }: AgentPaths): string {
  return join(folder, "settings", `${role}.json`);
}

function hookFiles({ paths, lang, ritual }: SetupOptions): AgentFile[] {
  const hooks = exchangePaths(paths);
  const mood = { path: hooks.mood, content: "starting\n" };
  if (ritual === undefined) return [mood];
  return [mood, { path: hooks.ritual, content: JSON.stringify(ritualAgain(lang, ritual)).slice(1, -1) }];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
