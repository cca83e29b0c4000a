import { afterReading } from "#base/after-reading.ts";
import { writeAll } from "#base/descriptor.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { finishKeys, type Key, parseKeys, patienceFor } from "./keys.ts";

/** The terminal in raw mode, on its alternate screen. */
export interface Terminal {
  size(): { columns: number; rows: number };
  write(text: string): void;
  onKeys(listener: (keys: readonly Key[]) => void): void;
  onResize(listener: () => void): void;
  /** Standard input has ended. */
  onClose(listener: () => void): void;
  /** Restores the terminal; idempotent. */
  leave(): void;
}

const CSI = "\u001b[";
/** Alternate screen, hidden cursor, no line wrapping, bracketed paste. */
const ENTER = `${CSI}?1049h${CSI}?25l${CSI}?7l${CSI}?2004h`;
const LEAVE = `${CSI}?2004l${CSI}?7h${CSI}?25h${CSI}0m${CSI}?1049l`;
const STDOUT = 1;

export function enterTerminal({ stdin, stdout } = process): Terminal {
  let hasLeft = false;
  let rest = "";
  let stopWaiting = () => {};
  let listener: (keys: readonly Key[]) => void = () => {};

  const onData = (text: string) => {
    stopWaiting();
    const parsed = parseKeys(rest + text);
    rest = parsed.rest;
    if (rest !== "") stopWaiting = afterReading(patienceFor(rest), onSilence);
    if (parsed.keys.length > 0) listener(parsed.keys);
  };
  const onSilence = () => {
    const keys = finishKeys(rest);
    rest = "";
    listener(keys);
  };
  const leave = () => {
    if (hasLeft) return;
    hasLeft = true;
    process.off("exit", leave);
    stopWaiting();
    // The terminal may already be closed.
    quietly(() => writeAll(STDOUT, LEAVE));
    quietly(() => stdin.setRawMode(false));
    stdin.off("data", onData).pause();
  };

  // Restores the terminal after an uncaught error too.
  process.on("exit", leave);
  stdin.setRawMode(true).setEncoding("utf8").on("data", onData);
  writeAll(STDOUT, ENTER);
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    write: (text) => writeAll(STDOUT, text),
    onKeys(given) {
      listener = given;
    },
    onResize: (given) => void stdout.on("resize", given),
    onClose: (given) => void stdin.on("end", given).on("error", given),
    leave,
  };
}

function quietly(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!["EIO", "EPIPE", "EBADF", "ENOTTY"].includes(systemCode(error) ?? "")) throw error;
  }
}
