import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RelaySettings } from "#mail/roster.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";

/** What an agent starts. */
export const relayCommand = [resolve("dist/main.cjs"), "relay"] as const;

export interface Reply {
  id?: string | number;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export interface ToolReply {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface Session extends AsyncDisposable {
  folder: string;
  relayFolder: string;
  store: RelayStore;
  /** Environment of an agent's relay. */
  env(role: string): Record<string, string>;
  /** Starts the built relay of a role, or `ovld relay`; a variable that is undefined is not set. */
  start(role: string, extra?: Record<string, string | undefined>, program?: readonly string[]): RelayClient;
}

/** A session's store on disk; its disposal ends the relays that were started on it. */
export async function temporarySession(settings: Partial<RelaySettings> = {}): Promise<Session> {
  const { path: folder, ...disposal } = await temporaryFolder();
  const relayFolder = join(folder, "sessions", "ovld-test", "relay");
  await mkdir(relayFolder, { recursive: true });
  const store = fileRelayStore(relayFolder);
  await store.initialise(sixRoles(settings));
  const relays: RelayClient[] = [];
  const env = (role: string) => ({
    PATH: process.env.PATH ?? "",
    HOME: join(folder, "home"),
    OVLD_ROLE: role,
    OVLD_RELAY_DIR: relayFolder,
    OVLD_SESSION: "ovld-test",
  });
  return {
    folder,
    relayFolder,
    store,
    env,
    start(role, extra = {}, program: readonly string[] = relayCommand) {
      const relay = clientOf(
        spawn(process.execPath, program, { env: { ...env(role), ...extra }, stdio: ["pipe", "pipe", "pipe"] }),
      );
      relays.push(relay);
      return relay;
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of relays) child.kill("SIGKILL");
      await Promise.all(relays.map(({ exited }) => exited));
      await disposal[Symbol.asyncDispose]();
    },
  };
}

export interface RelayClient {
  /** True by default, as for every client of the older protocol. */
  answersPings: boolean;
  child: ChildProcess;
  replies: Reply[];
  stderr(): string;
  exited: Promise<{ status: number | null; signal: string | null }>;
  /** Writes raw bytes. */
  write(bytes: string | Uint8Array): void;
  send(message: object): void;
  request(method: string, params?: object): Promise<Reply>;
  initialize(protocolVersion?: string): Promise<Reply>;
  call(name: string, input?: object): Promise<ToolReply>;
}

/** A client that sends raw JSON-RPC, answers pings, and fails on stdout that is not JSON. */
export function clientOf(child: ChildProcess): RelayClient {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("the relay needs three pipes");
  const replies: Reply[] = [];
  const waiting = new Map<unknown, { answer(reply: Reply): void; fail(error: Error): void }>();
  let [rest, said, lastId] = ["", "", 0];
  stdin.on("error", () => {});
  stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  stdout.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const reply = JSON.parse(line) as Reply & { method?: string };
      if (reply.method === "ping") {
        if (client.answersPings) client.send({ id: reply.id, result: {} });
        continue;
      }
      replies.push(reply);
      waiting.get(reply.id)?.answer(reply);
      waiting.delete(reply.id);
    }
  });
  const exited: RelayClient["exited"] = new Promise((done) =>
    child.on("close", (status, signal) => {
      for (const { fail } of waiting.values()) fail(new Error(`the relay ended with ${signal ?? status}: ${said}`));
      done({ status, signal });
    }),
  );
  const client: RelayClient = {
    answersPings: true,
    child,
    replies,
    stderr: () => said,
    exited,
    write: (bytes) => void stdin.write(bytes),
    send: (message) => client.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    request(method, params) {
      const id = `request-${++lastId}`;
      return new Promise((answer, fail) => {
        waiting.set(id, { answer, fail });
        client.send({ id, method, ...(params && { params }) });
      });
    },
    async initialize(protocolVersion = "2025-11-25") {
      const reply = await client.request("initialize", {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: "test", version: "0" },
      });
      client.send({ method: "notifications/initialized" });
      return reply;
    },
    async call(name, input = {}) {
      const { result, error } = await client.request("tools/call", { name, arguments: input });
      if (!result) throw new Error(`${name}: ${error?.message}`);
      return result as unknown as ToolReply;
    },
  };
  return client;
}
