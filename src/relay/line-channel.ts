import type { Readable, Writable } from "node:stream";

export type ChannelEnd = "input-closed" | "output-closed";

/** Lines over two streams, each of which may end at any time. */
export interface LineChannel {
  listen(onLine: (line: string) => void): void;
  /** Resolves when the kernel has the whole line; rejects if the write fails. */
  write(line: string): Promise<void>;
  /** Resolves when one of the streams has ended. */
  readonly ended: Promise<ChannelEnd>;
  close(): void;
}

/** Far above any valid call. A longer line is skipped without being kept in memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;

export function lineChannel(input: Readable, output: Writable): LineChannel {
  let end: (how: ChannelEnd) => void = () => {};
  const ended = new Promise<ChannelEnd>((resolve) => {
    end = resolve;
  });
  const inputClosed = () => end("input-closed");
  let take: ((chunk: Buffer) => void) | undefined;
  output.on("error", () => end("output-closed"));
  output.on("close", () => end("output-closed"));
  return {
    ended,
    listen(onLine) {
      take = lineSplitter(onLine);
      for (const event of ["end", "close", "error"]) input.on(event, inputClosed);
      input.on("data", take);
    },
    write: (line) =>
      new Promise((resolve, reject) => {
        output.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    close() {
      if (take) input.off("data", take);
      input.pause();
    },
  };
}

function lineSplitter(onLine: (line: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    if (size <= MAX_LINE_BYTES) onLine(Buffer.concat(parts).toString("utf8"));
    parts = [];
    size = 0;
  };
  return (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, at));
      finish();
      start = at + 1;
    }
    keep(chunk.subarray(start));
  };
}
