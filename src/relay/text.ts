const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Text of someone else, away from the margin: whatever it says, it cannot pass for a header of ours. */
export function indented(text: string): string {
  return `  ${text.replaceAll(LINE_BREAK, "\n  ")}`;
}

export function oneLine(text: string): string {
  return text.replaceAll(LINE_BREAK, " ");
}
