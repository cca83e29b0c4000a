import type { Composer, ScreenView } from "#agent-cli/screen.ts";
import { type Cell, cellsOf, textOf } from "./screen-text.ts";

/**
 * Claude Code draws its composer between two rules as wide as the pane. A prompt sign starts the first line, and
 * further lines are indented to match. Text that is not typed is dim. A dialog replaces the composer.
 */
export function composerOf({ screen }: Pick<ScreenView, "screen">): Composer {
  const lines = cellsOf(screen);
  const typed = composerLines(lines);
  if (typed) {
    const text = typed
      .map((line) => typedIn(line))
      .join("\n")
      .trim();
    // A long draft shows its last lines only, and they may be blank.
    return text === "" && typed.length === 1 ? { state: "empty" } : { state: "draft", text };
  }
  const shown = lines.map(textOf).filter((line) => line.trim() !== "");
  return shown.slice(-FOOT).some((line) => KEYS.test(line)) ? { state: "dialog" } : { state: "unreadable" };
}

const RULE = /^─{8,}/;
/** A no-break space follows the sign. Signs other than `❯` and `>`, such as `!`, change the mode of the input. */
const SIGNED = /^([❯>!#&])[\s\u00a0]/;
const NEUTRAL = "❯>";
const INDENT = 2;
/** Below a question Claude Code lists the keys that answer it. */
const KEYS = /\b(Esc|Enter|Tab|Space)\b.* to \w+/i;
const FOOT = 4;

function composerLines(lines: readonly Cell[][]): Cell[][] | undefined {
  const rules = lines.flatMap((line, index) => (RULE.test(textOf(line)) ? [index] : []));
  const bottom = rules.pop();
  if (bottom === undefined) return undefined;
  const top = rules.pop();
  const inside = lines.slice((top ?? -1) + 1, bottom);
  const indented = (line: readonly Cell[]) => textOf(line.slice(0, INDENT)).trim() === "";
  // A draft taller than the pane scrolls its upper rule and its sign off the screen.
  if (top === undefined) return isShown(inside) && inside.every(indented) ? inside.map(unindented) : undefined;
  const [first, ...others] = inside;
  const sign = first && SIGNED.exec(textOf(first))?.[1];
  if (!first || sign === undefined || !others.every(indented)) return undefined;
  return [NEUTRAL.includes(sign) ? unindented(first) : first, ...others.map(unindented)];
}

function isShown(lines: readonly Cell[][]): boolean {
  return lines.some((line) => textOf(line).trim() !== "");
}

function unindented(line: readonly Cell[]): Cell[] {
  return line.slice(INDENT);
}

/** The cursor inverts the first letter of a suggestion, which is then not dim itself. */
function typedIn(line: readonly Cell[]): string {
  const isTyped = ({ isDim, isInverse }: Cell, index: number) => !isDim && !(isInverse && line[index + 1]?.isDim);
  return textOf(line.filter(isTyped)).trimEnd();
}
