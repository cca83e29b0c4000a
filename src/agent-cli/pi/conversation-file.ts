import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";

/** A conversation's file is beside the agent's reports, where a sandbox lets it write. `/new` puts a time before the id. */
export function conversationFile(paths: AgentPaths, id: string): string {
  const { hooksFolder } = exchangePaths(paths);
  return join(hooksFolder, namesIn(hooksFolder).find((name) => conversationIn(name) === id) ?? `${id}.jsonl`);
}

/** The id in the name of a conversation's file. */
export function conversationIn(file: string): string | undefined {
  return /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(file)?.[1];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
