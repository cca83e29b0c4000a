import type { Transport } from "@modelcontextprotocol/server";
import type { Log } from "#base/log.ts";
import { parseJson } from "#base/parse-json.ts";
import type { LineChannel } from "./line-channel.ts";
import type { Receipts } from "./receipts.ts";
import type { Work } from "./work.ts";

export interface TransportParts {
  given: Receipts;
  work: Work;
  log: Log;
  /** Called after each write to the agent. */
  onWritten(): void;
}

type Incoming = Parameters<NonNullable<Transport["onmessage"]>>[0];

/** Transports the SDK's messages on the agent's channel. Receipts see each of them, and add their own questions. */
export function transportOn(channel: LineChannel, { given, work, log, onWritten }: TransportParts): Transport {
  const write = async (message: object): Promise<void> => {
    await channel.write(JSON.stringify(message));
    onWritten();
    const { id } = message as { id?: unknown };
    if ("error" in message) given.release(id);
    const question = "result" in message ? given.written(id) : undefined;
    if (question) await channel.write(JSON.stringify(question));
  };

  const transport: Transport = {
    async start() {
      channel.listen((line) => {
        const message = parse(line);
        if (!message) log.write("warn", "not-json-rpc", { bytes: line.length });
        else if (!given.heard(message)) transport.onmessage?.(message as Incoming);
      });
    },
    send: (message) => work.track(write(message)),
    async close() {
      channel.close();
      transport.onclose?.();
    },
  };
  return transport;
}

function parse(line: string): object | undefined {
  const message = parseJson(line);
  return typeof message === "object" && message !== null && !Array.isArray(message) ? message : undefined;
}
