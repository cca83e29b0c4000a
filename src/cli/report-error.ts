import { OvldError, reasonOf } from "#base/errors.ts";
import type { Catalog } from "#i18n/catalog.ts";

export interface ErrorText {
  code: string;
  message: string;
  hint?: string;
}

/** An error in the reader's language. A stranger's error is a bug of ours, and says so. */
export function errorText(thrown: unknown, words: Catalog): ErrorText {
  const error = asOvldError(thrown);
  const wording = words.errors[error.code] as { message(details: unknown): string; hint?(details: unknown): string };
  const hint = wording.hint?.(error.details);
  return { code: error.code, message: wording.message(error.details), ...(hint !== undefined && { hint }) };
}

export function asOvldError(thrown: unknown): OvldError {
  return thrown instanceof OvldError ? thrown : new OvldError("bug", { reason: reasonOf(thrown), cause: thrown });
}
