/**
 * Encodes any name as one that tmux keeps unchanged: characters that tmux would replace, escape or expand become `%XX`.
 * Names with common letters, spaces, emoji and most signs stay readable.
 */
export function toTmuxName(name: string): string {
  return name.replaceAll(ALTERED, (character) => [...Buffer.from(character)].map(percent).join(""));
}

/** Decodes a name of `toTmuxName`. */
export function fromTmuxName(text: string): string {
  return text.replaceAll(/(?:%[0-9A-F]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/**
 * tmux turns `:` and `.` into `_`, doubles `\`, puts a `\` before `$` and expands `#`. It escapes control characters
 * and those unknown to its C library, so only old and common characters are kept. A `%` is encoded only where it would
 * decode as an escape.
 */
const ALTERED = new RegExp(
  `%(?=[0-9A-F]{2})|[^${[
    ' !"%-,/-9;-@A-Z\\[\\]-~\\-', // ASCII without # $ . : \
    "\u00a1-\u00ac\u00ae-\u036f\u0391-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u04ff", // Latin, accents, Greek, Cyrillic
    "\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u0904-\u0939\u0e01-\u0e3a", // Hebrew, Arabic, Devanagari, Thai
    "\u2010-\u2027\u2030-\u205e\u2190-\u23f3\u2460-\u26ff\u2701-\u27bf", // dashes, arrows, signs
    "\u3000-\u303e\u3041-\u3096\u309b-\u30ff\u3400-\u4db5\u4e00-\u9fa5\uac00-\ud7a3\uff01-\uff5e", // Han, kana, hangul
    "\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6c5}\u{1f910}-\u{1f93a}\u{1f950}-\u{1f96b}\u{1f980}-\u{1f997}", // emoji
  ].join("")}]`,
  "gu",
);

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
