import { isObject } from "#base/is-object.ts";
import type { Log } from "#base/log.ts";
import { parseJson } from "#base/parse-json.ts";
import { reasonOf } from "#errors/ovld-error.ts";
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

/** Messages on the agent's channel. Receipts see each of them, and add their own questions. */
export interface Transport {
  listen(receive: (message: object) => void): void;
  send(message: object): void;
}

export function transportOn(channel: LineChannel, { given, work, log, onWritten }: TransportParts): Transport {
  const write = async (message: object): Promise<void> => {
    await channel.write(JSON.stringify(message));
    onWritten();
    const { id } = message as { id?: unknown };
    if ("error" in message) given.release(id);
    const question = "result" in message ? given.written(id) : undefined;
    if (question) await channel.write(JSON.stringify(question));
  };

  return {
    listen(receive) {
      channel.listen((line) => {
        const message = parseJson(line);
        if (!isObject(message)) log.write("warn", "not-json-rpc", { bytes: line.length });
        else if (!given.heard(message)) receive(message);
      });
    },
    send(message) {
      work.track(write(message)).catch((error: unknown) => log.write("warn", "not-sent", { reason: reasonOf(error) }));
    },
  };
}
