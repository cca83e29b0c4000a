import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Order } from "./order.ts";

export interface RelayClient {
  /** The tool's structured result; throws with its text if the tool reports an error. */
  call<T>(tool: string, input: Record<string, unknown>): Promise<T>;
}

interface Answer {
  id?: number;
  result?: { isError?: boolean; structuredContent?: unknown; content?: { text?: string }[] };
  error?: { message: string };
}

/** Starts an agent's relay and speaks MCP with it, one JSON document per line. `gone` is called when it ends. */
export async function startRelay({ relay }: Order, gone: () => void): Promise<RelayClient> {
  const { command, args, env } = relay;
  // biome-ignore lint/style/noProcessEnv: the relay inherits the environment, as from any agent CLI
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.on("error", () => {});
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on("close", () => {
    for (const answer of waiting.values()) answer({ error: { message: "the relay is gone" } });
    gone();
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const tell = (method: string, params: object, id?: number) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method, params, ...(id !== undefined && { id }) })}\n`);
  let last = 0;
  const ask = (method: string, params: object) =>
    new Promise<Answer>((done) => {
      const id = ++last;
      waiting.set(id, done);
      tell(method, params, id);
    });
  await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "ovld-demo", version: "1" },
  });
  tell("notifications/initialized", {});
  await ask("tools/list", {});
  return {
    async call<T>(tool: string, input: Record<string, unknown>) {
      const { result, error } = await ask("tools/call", { name: tool, arguments: input });
      if (error || !result || result.isError)
        throw new Error(error?.message ?? result?.content?.[0]?.text ?? `${tool} gave no answer`);
      return result.structuredContent as T;
    },
  };
}
