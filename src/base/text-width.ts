import { eastAsianWidth } from "get-east-asian-width";
import { graphemesOf, isSimple } from "./graphemes.ts";

/**
 * Terminal cells of a text without escape sequences. Gives the results of the package `string-width` without its emoji
 * pattern, which takes 60 ms of CPU time to compile.
 */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  const widthOf = isSimple(text) ? cellsOf : graphemeWidth;
  let sum = 0;
  for (const grapheme of graphemesOf(text)) sum += widthOf(grapheme);
  return sum;
}

const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;
/** An emoji alone, with a variation selector or skin tone, as a keycap, as a flag, or joined with another. */
const EMOJI =
  /^(?:(?!\p{RI})\p{Emoji_Presentation}|\p{RI}{2}|[\d#*]\ufe0f?\u20e3|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Extended_Pictographic}(?:\ufe0f|.*\u200d\p{Extended_Pictographic}))/u;
/** Marks that take cells besides their base: vowel signs, Hangul jamo, half-width voicing marks. */
const BESIDE = /[\p{Mc}\u1100-\u115f\ua960-\ua97c\uac00-\ud7a3\uff9e\uff9f]/u;

function graphemeWidth(grapheme: string): number {
  const at = grapheme.search(VISIBLE);
  if (at < 0) return 0;
  if (EMOJI.test(grapheme)) return 2;
  const [first = "", ...rest] = grapheme.slice(at);
  return rest.reduce((sum, one) => sum + (BESIDE.test(one) ? cellsOf(one) : 0), cellsOf(first));
}

function cellsOf(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}
