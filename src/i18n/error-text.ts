import type { ErrorCode } from "#errors/error-table.ts";
import type { Catalog } from "./catalog.ts";

export interface ErrorText {
  code: string;
  message: string;
  hint?: string;
}

export function errorText({ code, details }: { code: ErrorCode; details: unknown }, words: Catalog): ErrorText {
  const wording = words.errors[code] as { message(details: unknown): string; hint?(details: unknown): string };
  const hint = wording.hint?.(details);
  return { code, message: wording.message(details), ...(hint !== undefined && { hint }) };
}
