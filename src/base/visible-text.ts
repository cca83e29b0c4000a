/**
 * Text from somewhere else, made safe to show: control characters would move the cursor, change colours or type keys
 * into a terminal, and direction marks would show words in another order than they stand.
 */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    if (character === "\n" || character === "\t") return character;
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, " ").trim();
}

/** The same of a path, or of a text with paths in it: spaces stay, and what would break the line is shown as well. */
export function visiblePath(text: string): string {
  return visibleText(text).replaceAll("\n", "\u240a").replaceAll("\t", "\u2409");
}
