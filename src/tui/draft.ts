import { visibleText } from "#base/visible-text.ts";
import { firstGrapheme, head, lastGrapheme, tail, widthOf } from "./fit.ts";
import type { Key } from "./keys.ts";

/** A line being typed, with the caret between its two parts. */
export interface Draft {
  before: string;
  after: string;
}

export const emptyDraft: Draft = { before: "", after: "" };

export function textOf({ before, after }: Draft): string {
  return before + after;
}

/** The draft after a key; undefined when the key is not one of editing. */
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

/** The part of a draft around its caret that fits, and the cell in which the caret stands. */
export function showDraft({ before, after }: Draft, width: number): { text: string; caret: number } {
  const front = tail(shown(before), Math.max(0, width - 1));
  const caret = widthOf(front);
  return { text: front + head(shown(after), width - caret), caret };
}

/** A pasted text keeps its lines; the one line of the composer shows where they end. */
function shown(text: string): string {
  return visibleText(text).replaceAll("\n", "↵").replaceAll("\t", " ");
}
