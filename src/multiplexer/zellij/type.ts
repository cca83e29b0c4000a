import { OvldError } from "#errors/ovld-error.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { Act } from "./act.ts";
import { findPane } from "./panes.ts";

/** At most 3 bytes each: far below the 128 KiB that Linux allows for one argument. */
const CHUNK_UNITS = 16_384;

/** Types into a pane by its id, which keeps the focus of attached clients. */
export async function typeInto(act: Act, session: string, pane: PaneId, text: string): Promise<void> {
  const { state } = await findPane(act, session, pane);
  // After the program's end, Enter would start it again.
  if (state === "exited") throw new OvldError("pane-exited", { session, pane });
  for (const piece of pieces(text)) {
    if (piece === "\0") await act(session, "write", "--pane-id", pane, "0");
    else await act(session, "write-chars", "--pane-id", pane, "--", piece);
  }
}

/** A bracketed paste if the program asked for it. */
export async function pasteInto(act: Act, session: string, pane: PaneId, text: string): Promise<void> {
  for (const piece of pieces(text.replaceAll("\0", ""))) await act(session, "paste", "--pane-id", pane, "--", piece);
}

/**
 * Splits text into parts that fit an argument: short, and never inside a character. NUL, which no argument can contain,
 * becomes a separate part.
 */
export function pieces(text: string): string[] {
  return text
    .split(/(\0)/)
    .flatMap(chunks)
    .filter((piece) => piece !== "");
}

function chunks(text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    const tears = /[\ud800-\udbff]/.test(text.charAt(start + CHUNK_UNITS - 1));
    const end = start + CHUNK_UNITS - (tears ? 1 : 0);
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}
