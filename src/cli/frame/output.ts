import { isTerminal, writeAll } from "#base/descriptor.ts";
import { visibleJson } from "#base/visible-text.ts";
import { systemCode } from "#errors/ovld-error.ts";

/** Results go to stdout, notes and questions to stderr. */
export interface Output {
  line(text?: string): void;
  json(value: unknown): void;
  /** JSON Lines: one document per line. */
  jsonLine(value: unknown): void;
  note(text: string): void;
  /** Ends without a newline: the answer is typed on the same line. */
  prompt(text: string): void;
  paint(style: Style, text: string): string;
}

export type Style = keyof typeof codes;

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
const [STDOUT, STDERR] = [1, 2];

export function standardOutput(env: Readonly<Record<string, string | undefined>>): Output {
  let coloured: boolean | undefined;
  return {
    line: (text = "") => writeAll(STDOUT, `${text}\n`),
    json: (value) => writeAll(STDOUT, `${jsonText(value, 2)}\n`),
    jsonLine: (value) => writeAll(STDOUT, `${jsonText(value)}\n`),
    note: (text) => writeAll(STDERR, `${text}\n`),
    prompt: (text) => writeAll(STDERR, text),
    paint(style, text) {
      coloured ??= !env.NO_COLOR && env.TERM !== "dumb" && isTerminal(STDOUT);
      return coloured ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
    },
  };
}

let isShown: boolean | undefined;

/** On a terminal, control and format characters are escaped; a pipe gets the text unchanged. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  isShown ??= isTerminal(STDOUT);
  return isShown ? visibleJson(text) : text;
}

/** Output that ignores a closed pipe. */
export function ignoringClosedPipe(out: Output): Output {
  const tolerant =
    <T extends unknown[]>(write: (...args: T) => void) =>
    (...args: T): void => {
      try {
        write(...args);
      } catch (error) {
        if (systemCode(error) !== "EPIPE") throw error;
      }
    };
  return {
    ...out,
    line: tolerant(out.line),
    json: tolerant(out.json),
    jsonLine: tolerant(out.jsonLine),
    note: tolerant(out.note),
  };
}
