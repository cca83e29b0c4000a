import { visibleText } from "#base/visible-text.ts";
import { firstGrapheme, head, lastGrapheme, tail, widthOf } from "./fit.ts";
import type { Key } from "./keys.ts";

/** Text being typed; the caret is between the two parts. */
export interface Draft {
  before: string;
  after: string;
}

export const emptyDraft: Draft = { before: "", after: "" };

export function textOf({ before, after }: Draft): string {
  return before + after;
}

/** Undefined if the key does not edit. */
export function edit({ before, after }: Draft, key: Key): Draft | undefined {
  switch (key.name) {
    case "text":
    case "paste":
      return { before: before + key.text, after };
    case "left": {
      const last = lastGrapheme(before);
      return { before: before.slice(0, before.length - last.length), after: last + after };
    }
    case "right": {
      const first = firstGrapheme(after);
      return { before: before + first, after: after.slice(first.length) };
    }
    case "home":
      return { before: "", after: before + after };
    case "end":
      return { before: before + after, after: "" };
    case "backspace":
      return { before: before.slice(0, before.length - lastGrapheme(before).length), after };
    case "delete":
      return { before, after: after.slice(firstGrapheme(after).length) };
    case "clear":
      return { before: "", after };
    case "word":
      return { before: before.replace(/\S*\s*$/u, ""), after };
    default:
      return undefined;
  }
}

/** The part around the caret that fits, and the caret's column. */
export function showDraft({ before, after }: Draft, width: number): { text: string; caret: number } {
  const front = tail(shown(before), Math.max(0, width - 1));
  const caret = widthOf(front);
  return { text: front + head(shown(after), width - caret), caret };
}

/** Pasted text keeps its newlines; the composer has one line and shows them as `↵`. */
function shown(text: string): string {
  return visibleText(text).replaceAll("\n", "↵").replaceAll("\t", " ");
}
