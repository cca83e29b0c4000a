import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";

/** The part of an agent CLI's command line that scripts use. */
export interface Order {
  role: string;
  relay: { command: string; args: string[]; env: Record<string, string> };
  hooks: Readonly<Record<string, readonly Rule[]>>;
}

/** Hooks of one event, with the matcher of its cause. */
export interface Rule {
  matcher?: string;
  hooks: { command: string; args: string[]; asyncRewake?: boolean }[];
}

export function readOrder(argv: readonly string[]): Order {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: { "mcp-config": { type: "string" }, settings: { type: "string" } },
  });
  const mcpFile = String(values["mcp-config"]);
  const { mcpServers } = JSON.parse(readFileSync(mcpFile, "utf8")) as { mcpServers: Record<string, Order["relay"]> };
  const [relay] = Object.values(mcpServers);
  if (!relay) throw new Error(`no relay in ${mcpFile}`);
  const { hooks } = JSON.parse(readFileSync(String(values.settings), "utf8")) as Pick<Order, "hooks">;
  return { role: basename(mcpFile, ".json"), relay, hooks };
}
