/** Where a verb writes: facts to stdout, remarks to stderr. */
export interface Output {
  line(text?: string): void;
  json(value: unknown): void;
  note(text: string): void;
  paint(style: Style, text: string): string;
}

export type Style = keyof typeof codes;

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export interface Streams {
  stdout: { write(text: string): unknown; isTTY?: boolean | undefined };
  stderr: { write(text: string): unknown };
}

export function streamOutput({ stdout, stderr }: Streams, env: Readonly<Record<string, string | undefined>>): Output {
  const coloured = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return {
    line: (text = "") => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    paint: (style, text) => (coloured ? `\u001b[${codes[style]}m${text}\u001b[0m` : text),
  };
}
