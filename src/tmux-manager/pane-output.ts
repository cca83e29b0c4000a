import { StringDecoder } from "node:string_decoder";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import { paneEvent } from "./server-changes.ts";
import type { TmuxEvent } from "./tmux-event.ts";

/** Pane and bytes of an `%output` line. */
export function outputOf(line: Buffer): [pane: string, bytes: Buffer] {
  const end = line.indexOf(" ");
  return [line.subarray(0, end).toString(), unescaped(line.subarray(end + 1))];
}

/** Turns output into events; a character split across two chunks stays whole. */
export function outputWriter(push: (event: TmuxEvent) => void) {
  const decoders = new Map<string, StringDecoder>();
  return (pane: PaneState, bytes: Buffer) => {
    const decoder = decoders.get(pane.id) ?? new StringDecoder("utf8");
    decoders.set(pane.id, decoder);
    const data = decoder.write(bytes);
    if (data !== "") push({ type: "output", ...paneEvent(pane), data });
  };
}

/** tmux escapes control characters and the backslash as `\ooo`. */
function unescaped(text: Buffer): Buffer {
  const plain = text
    .toString("latin1")
    .replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return Buffer.from(plain, "latin1");
}
