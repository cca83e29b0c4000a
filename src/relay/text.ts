const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Text of another agent, away from the margin: it cannot pass for a header of ours. */
export function indented(text: string): string {
  return `  ${text.replaceAll(LINE_BREAK, "\n  ")}`;
}

export function oneLine(text: string): string {
  return text.replaceAll(LINE_BREAK, " ");
}
