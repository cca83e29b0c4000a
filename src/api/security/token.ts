import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder, readText, writeAtomically } from "#base/files.ts";
import { OvldError } from "#errors/ovld-error.ts";

/** The bearer token; its text is only in the user's file. */
export interface Token {
  /** In constant time. */
  matches(text: string): boolean;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const OTHERS = 0o077;

/** The user's token, made at the first start. A file that others can read, or with invalid content, is replaced. */
export async function openToken(file: string): Promise<Token> {
  const text = (await keptToken(file)) ?? (await newToken(file));
  const right = digest(text);
  return { matches: (given) => timingSafeEqual(digest(given), right) };
}

async function keptToken(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile() || (found.mode & OTHERS) !== 0) return undefined;
  const text = (await readText(file, { followLink: false }))?.trim();
  return text !== undefined && TOKEN.test(text) ? text : undefined;
}

async function newToken(file: string): Promise<string> {
  const text = randomBytes(32).toString("base64url");
  await makeFolder(dirname(file));
  await writeAtomically(file, `${text}\n`);
  const found = await lstat(file);
  if ((found.mode & OTHERS) !== 0)
    throw new OvldError("file-failed", { file, action: "write", reason: "others can read it" });
  return text;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
