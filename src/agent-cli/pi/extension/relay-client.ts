import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { RelayCommand } from "#agent-cli/launch.ts";
import { TOOL_CALL } from "#agent-cli/pi/tool-call-meta.ts";

export interface RelayTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: object;
}

export interface RelayClient {
  tools: readonly RelayTool[];
  instructions: string;
  /** Throws with the relay's text if the tool fails. A relay that has ended is started again. */
  call(name: string, input: unknown, options: { id: string; signal?: AbortSignal | undefined }): Promise<string>;
  close(): void;
}

const PROTOCOL = "2025-06-18";

interface Answer {
  result?: { content?: { text?: string }[]; isError?: boolean; tools?: RelayTool[]; instructions?: string };
  error?: { message: string };
}

/** Starts the agent's relay as a child process, because a relay serves the process that started it. */
export async function connectRelay(relay: RelayCommand): Promise<RelayClient> {
  let connection = connect(relay);
  let ready = greet(connection);
  const { instructions = "" } = await ready;
  const { tools = [] } = await connection.request("tools/list", {});
  return {
    tools,
    instructions,
    async call(name, input, { id, signal }) {
      if (connection.hasEnded()) {
        connection = connect(relay);
        ready = greet(connection).then(async (greeting) => {
          // A relay lets itself be notified once its tools are known.
          await connection.request("tools/list", {});
          return greeting;
        });
      }
      await ready;
      const params = { name, arguments: input ?? {}, _meta: { [TOOL_CALL]: id } };
      const { content = [], isError } = await connection.request("tools/call", params, signal);
      const text = content.map((piece) => piece.text ?? "").join("\n");
      if (isError) throw new Error(text);
      return text;
    },
    close: () => connection.close(),
  };
}

async function greet({ request, notify }: Connection) {
  const clientInfo = { name: "pi", version: "1" };
  const greeting = await request("initialize", { protocolVersion: PROTOCOL, capabilities: {}, clientInfo });
  notify("notifications/initialized", {});
  return greeting;
}

type Connection = ReturnType<typeof connect>;

/** JSON-RPC, one message a line. */
function connect({ command, args, env }: RelayCommand) {
  // biome-ignore lint/style/noProcessEnv: the relay gets the environment of its agent, as an MCP server does.
  const child = spawn(command, [...args], { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, { done(answer: NonNullable<Answer["result"]>): void; fail(error: Error): void }>();
  let last = 0;
  let isOver = false;
  const end = (reason: string) => {
    isOver = true;
    for (const { fail } of waiting.values()) fail(new Error(reason));
    waiting.clear();
  };
  child.on("error", (error) => end(`the relay could not be started: ${error.message}`));
  child.on("close", () => end("the relay has ended"));
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as Answer & { id?: number };
    const asked = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !asked) return;
    waiting.delete(id);
    if (result) asked.done(result);
    else asked.fail(new Error(error?.message ?? "no answer"));
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const notify = (method: string, params: object) => void send({ method, params });
  return {
    notify,
    hasEnded: () => isOver,
    request(method: string, params: object, signal?: AbortSignal): Promise<NonNullable<Answer["result"]>> {
      const id = ++last;
      return new Promise((done, fail) => {
        if (isOver) return fail(new Error("the relay has ended"));
        if (signal?.aborted) return fail(new Error("cancelled"));
        waiting.set(id, { done, fail });
        signal?.addEventListener("abort", () => {
          notify("notifications/cancelled", { requestId: id });
          if (waiting.delete(id)) fail(new Error("cancelled"));
        });
        send({ id, method, params });
      });
    },
    close: () => end(closed(child)),
  };
}

/** A relay ends with its input. */
function closed(child: ChildProcess): string {
  child.stdin?.end();
  return "the relay was closed";
}
