import type { AgentCli, Autonomy } from "#agent-cli/agent-cli.ts";

/** The relay's name as Claude Code sees it; its tools are `mcp__ovld-relay__<tool>`. */
const RELAY = "ovld-relay";

const permissions: Record<Autonomy, readonly string[]> = {
  ask: [],
  edits: ["--permission-mode", "acceptEdits"],
  full: ["--dangerously-skip-permissions"],
};

export function claude({ program }: { program: string }): AgentCli {
  return {
    name: "claude",
    argv: ({ model, mcpFile, settingsFile, autonomy, ritual }) => [
      program,
      ...["--mcp-config", mcpFile],
      ...["--settings", settingsFile],
      ...["--allowedTools", `mcp__${RELAY}__*`],
      ...permissions[autonomy],
      ...(model === undefined ? [] : ["--model", model]),
      ...(ritual === undefined ? [] : ["--append-system-prompt", ritual]),
    ],
    mcpFile: ({ command, args, env }) => json({ mcpServers: { [RELAY]: { type: "stdio", command, args, env } } }),
    settingsFile: () => json({ hooks: {} }),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
