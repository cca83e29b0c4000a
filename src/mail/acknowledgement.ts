import { type Message, SYSTEM, USER } from "./message.ts";

/** In characters. A longer text contains more than thanks. */
const LONGEST = 80;

/** Characters that suffice to recognise an acknowledgement. No more of an unread message is held in memory. */
export const ENOUGH_TEXT = 128;

const WORDS = [
  "ack|acknowledged|agreed|all right|alright|anytime|appreciated|aye|copy|copy that|got it|great|great work|good|good job|good work",
  "happy to help|my pleasure|no problem|noted|nice|nice work|ok|okay|perfect|received|roger|roger that|sounds good|standing by|sure",
  "thank you|thank you very much|thanks|thanks a lot|understood|will do|well done|welcome|yes|you are welcome|you're welcome",
  "ありがとう|ありがとうございます|ありがとうございました|いえいえ|お疲れ様です|お疲れ様でした|かしこまりました|こちらこそ|どういたしまして",
  "はい|よろしくお願いします|了解|了解しました|了解です|感謝|感謝します|承知|承知しました|拝命|受領|受領しました|待機します|御意|確認しました",
].flatMap((line) => line.split("|"));

/** The longest first: otherwise `thanks` would match first and leave `a lot` of `thanks a lot`. */
const PHRASES = new RegExp(
  WORDS.toSorted((a, b) => b.length - a.length)
    .map((word) => (/^[a-z]/.test(word) ? `\\b${word}\\b` : word))
    .join("|"),
  "gu",
);
/** Words between the phrases that add no meaning. */
const FILLERS =
  /\b(?:and|re|so|for|the|it|this|that|all|very|much|a lot|again|everyone|team)\b|[\p{P}\p{S}\p{Z}\p{C}\p{M}]/gu;

/** Mail between roles that only thanks or confirms. A human's "ok" may be a decision, so it is never one. */
export function isAcknowledgement({ from, subject, body }: Pick<Message, "from" | "subject" | "body">): boolean {
  if (from === USER || from === SYSTEM) return false;
  const text = body.trim() === "" ? subject : body;
  return text.length <= LONGEST && thanksOrConfirms(text.normalize("NFKC").toLowerCase().replaceAll("’", "'"));
}

/** A question expects an answer: "agreed?" is no acknowledgement. */
function thanksOrConfirms(text: string): boolean {
  const rest = text.replaceAll(PHRASES, "");
  return rest !== text && !text.includes("?") && rest.replaceAll(FILLERS, "") === "";
}
