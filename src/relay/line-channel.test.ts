import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { lineChannel, MAX_LINE_BYTES } from "./line-channel.ts";

function listen() {
  const input = new PassThrough();
  const lines: string[] = [];
  const channel = lineChannel(input, new PassThrough());
  channel.listen((line) => lines.push(line));
  return { input, lines, channel };
}

test("lines are joined from chunks of any size", async () => {
  const { input, lines, channel } = listen();
  const bytes = Buffer.from("one\ntwö\r\n\n三\nunfinished");
  for (const byte of bytes) input.write(Buffer.from([byte]));
  input.end();
  expect(await channel.ended).toBe("input-closed");
  expect(lines).toEqual(["one", "twö\r", "", "三"]);
});

test("a line above the limit is skipped, and the next one arrives", async () => {
  const { input, lines, channel } = listen();
  const piece = Buffer.alloc(1024 * 1024, "x");
  for (let sent = 0; sent <= MAX_LINE_BYTES; sent += piece.length) input.write(piece);
  input.end("\nnext\n");
  await channel.ended;
  expect(lines).toEqual(["next"]);
});

test("a write resolves when the stream has taken the line", async () => {
  const taken: string[] = [];
  let release = () => {};
  const slow = new Writable({
    write(chunk, _encoding, done) {
      taken.push(String(chunk));
      release = done;
    },
  });
  const channel = lineChannel(new PassThrough(), slow);
  let written = false;
  const writing = channel.write("{}").then(() => {
    written = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([taken, written]).toEqual([["{}\n"], false]);
  release();
  await writing;
  expect(written).toBe(true);
});

test("a broken output ends the channel and rejects the write", async () => {
  const broken = new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error("EPIPE"), { code: "EPIPE" }));
    },
  });
  const channel = lineChannel(new PassThrough(), broken);
  await expect(channel.write("{}")).rejects.toThrow("EPIPE");
  expect(await channel.ended).toBe("output-closed");
});
