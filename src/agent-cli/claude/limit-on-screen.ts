import { plainLines } from "./screen-text.ts";

/** `Claude usage limit reached. Your limit resets 3pm`, `You've hit your session limit · resets 3:30pm (UTC)` */
const LIMIT = /\blimit (reached|hit|will reset)|\b(hit|reached) your .*\blimit\b/i;

/** Only the last match counts: a limit further up may be over. */
export function limitOn(screen: string): string | undefined {
  return plainLines(screen)
    .findLast((line) => LIMIT.test(line))
    ?.replace(/^[^\p{L}]+/u, "");
}
