/**
 * Text from somewhere else, made safe to show: control characters would move the cursor, change colours or type keys
 * into a terminal, direction marks would show words in another order than they stand, and invisible characters would
 * tell a model what its person cannot see.
 */
export function visibleText(text: string): string {
  if (!HIDDEN.test(text)) return text;
  return text.replaceAll(SEQUENCE_OR_HIDDEN, (found, sequence: string | undefined) => sequence ?? shown(found));
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, " ").trim();
}

/** The same of a path, or of a text with paths in it: spaces stay, and what would break the line is shown as well. */
export function visiblePath(text: string): string {
  return visibleText(text).replaceAll("\n", "\u240a").replaceAll("\t", "\u2409");
}

/** The same of JSON, which still means the same: escapes stand for what a terminal would obey or not show. */
export function visibleJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, (found) =>
    found.split("").map(escaped).join(""),
  );
}

const hidden = String.raw`(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
const pictograph = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;
/** Emoji of several parts, keycaps, and the variants of Chinese characters that Japanese names are written with. */
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
