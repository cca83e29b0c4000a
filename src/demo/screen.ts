import type { ReadStream, WriteStream } from "node:tty";
import { afterInput, type Draft } from "./draft.ts";

export interface Screen {
  line(text: string): void;
  /** Restores the terminal. */
  close(): void;
}

const [SETUP, RESTORE] = ["\u001b[?2004h\u001b[?7l", "\u001b[?2004l\u001b[?7h"];
const CTRL_C = "\u0003";
const KEPT = 500;

/**
 * An agent's terminal with a composer between two rules, as an agent CLI draws it. Text and Enter in one read are a new
 * line and not a submission. `submit` gets each line that a person enters; Ctrl-C calls `leave`.
 */
export function openScreen(
  { input, output }: { input: ReadStream; output: WriteStream },
  { submit, leave }: { submit(text: string): void; leave(): void },
): Screen {
  const lines: string[] = [];
  let draft: Draft = { text: "", isPasting: false };

  const draw = () => {
    const rule = "─".repeat(output.columns);
    const composer = [rule, ...`❯ ${draft.text}`.split("\n"), rule];
    const above = lines.slice(-Math.max(0, output.rows - composer.length - 1));
    output.write(`\u001b[2J\u001b[H${[...above, ...composer].join("\r\n")}`);
    output.write(
      `\u001b[${above.length + composer.length - 1};${3 + [...(draft.text.split("\n").at(-1) ?? "")].length}H`,
    );
  };

  const take = (chunk: string) => {
    if (chunk === CTRL_C) return leave();
    const { draft: next, submitted } = afterInput(draft, chunk);
    draft = next;
    if (submitted) submit(submitted);
    draw();
  };

  input
    .setRawMode(true)
    .setEncoding("utf8")
    .on("data", (chunk) => take(String(chunk)));
  output.write(SETUP);
  output.on("resize", draw);
  draw();
  return {
    line(text) {
      lines.push(...text.split("\n"));
      lines.splice(0, lines.length - KEPT);
      draw();
    },
    close() {
      output.write(`${RESTORE}\r\n`);
      input.setRawMode(false).pause();
    },
  };
}
