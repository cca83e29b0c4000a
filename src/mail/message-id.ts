import { createHash, randomBytes } from "node:crypto";
import type { MessageId } from "./message.ts";

/** One case, in code order, so that ids sort equally on every file system. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
const COUNT_DIGITS = 4;
const NONCE_BYTES = 12;

const SAFE = /^[A-Za-z0-9_-]{1,64}$/;
/** Number of ids in one millisecond. */
const COUNTS = DIGITS.length ** COUNT_DIGITS;

/** 26 characters: the millisecond, a count within it, and 60 random bits of the process that made it. */
export function formatId({ time, count, nonce }: { time: number; count: number; nonce: string }): MessageId {
  return digits(time, TIME_DIGITS) + digits(count, COUNT_DIGITS) + nonce;
}

/** An id is used as a file name. */
export function isMessageId(text: unknown): text is MessageId {
  return typeof text === "string" && SAFE.test(text);
}

export function newNonce(): string {
  return nonceOf(randomBytes(NONCE_BYTES));
}

/** An id derived from the message's reason: a second put of the same id changes nothing. */
export function derivedId(time: number, reason: string): MessageId {
  const nonce = nonceOf(createHash("sha256").update(reason).digest().subarray(0, NONCE_BYTES));
  return formatId({ time: Math.trunc(time), count: 0, nonce });
}

function nonceOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => DIGITS[byte % DIGITS.length]).join("");
}

/** Milliseconds since 1970; undefined for an id of another program. */
export function timeOf(id: MessageId): number | undefined {
  const time = [...id.slice(0, TIME_DIGITS)].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0);
  const isOurs = id.length > TIME_DIGITS && [...id.slice(0, TIME_DIGITS)].every((digit) => DIGITS.includes(digit));
  return isOurs ? time : undefined;
}

/** The next free position: after `last`, and after `floor`, which other processes may have reached. */
export function nextPosition(last: IdPosition, now: number, floor: number): IdPosition {
  if (floor > last.time) return { time: Math.max(now, floor + 1), count: 0 };
  if (now > last.time) return { time: now, count: 0 };
  if (last.count + 1 < COUNTS) return { time: last.time, count: last.count + 1 };
  return { time: last.time + 1, count: 0 };
}

export interface IdPosition {
  time: number;
  count: number;
}

function digits(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / DIGITS.length))
    text = DIGITS[rest % DIGITS.length] + text;
  return text;
}
