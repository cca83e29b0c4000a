const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Indents the text of another agent, so that it cannot imitate a header of ovld. */
export function indented(text: string): string {
  return `  ${text.replaceAll(LINE_BREAK, "\n  ")}`;
}

export function oneLine(text: string): string {
  return text.replaceAll(LINE_BREAK, " ");
}
