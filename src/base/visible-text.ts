/**
 * Makes untrusted text safe to show. Control characters could drive the terminal, direction marks could reorder words,
 * and invisible characters could carry text that only a model sees.
 */
export function visibleText(text: string): string {
  if (!HIDDEN.test(text)) return text;
  return text.replaceAll(SEQUENCE_OR_HIDDEN, (found, sequence: string | undefined) => sequence ?? shown(found));
}

/** Safe text on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, " ").trim();
}

/** Safe text of a path or a message with paths: spaces stay, line breaks and tabs become visible. */
export function visiblePath(text: string): string {
  return visibleText(text).replaceAll("\n", "\u240a").replaceAll("\t", "\u2409");
}

/** Safe JSON of equal meaning: control and invisible characters become escapes. */
export function visibleJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, (found) =>
    found.split("").map(escaped).join(""),
  );
}

const hidden = String.raw`(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
const pictograph = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;
/** Multi-part emoji, keycaps, and variants of Chinese characters that occur in Japanese names. */
const sequences = [
  `${pictograph}(?:\\u200d${pictograph})*`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
  String.raw`\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
];
const HIDDEN = new RegExp(hidden, "u");
const SEQUENCE_OR_HIDDEN = new RegExp(`(${sequences.join("|")})|${hidden}`, "gu");

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd";
}
