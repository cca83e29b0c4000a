import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorKind } from "#errors/error-entry.ts";
import type { ErrorCode } from "#errors/error-table.ts";
import { asOvldError } from "#errors/ovld-error.ts";
import { apiWords } from "#i18n/api-words.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { errorText } from "#i18n/error-text.ts";
import type { Lang } from "#i18n/lang.ts";
import type { Problem } from "./schemas/problem.ts";

const statusOfKind: Record<ErrorKind, ContentfulStatusCode> = {
  bug: 500,
  usage: 400,
  config: 422,
  "missing-program": 424,
  "not-found": 404,
  conflict: 409,
  "program-failed": 502,
  store: 503,
  sandbox: 422,
  cancelled: 503,
};

/** Codes with a more exact status than their kind. */
const statusOfCode: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  "token-needed": 401,
  "login-spent": 401,
  "host-refused": 421,
  "origin-refused": 403,
  "method-refused": 405,
  "media-type-refused": 415,
  "request-too-large": 413,
  "body-too-long": 413,
  "too-many-requests": 429,
  "too-many-streams": 429,
  "too-many-terminals": 429,
  "upgrade-needed": 426,
};

/** An error as problem JSON (RFC 9457), in the client's language. */
export function problemOf(thrown: unknown, lang: Lang, words: Catalog): Problem {
  const error = asOvldError(thrown);
  const { code, message, hint } = errorText(error, words);
  return {
    type: `urn:ovld:problem:${code}`,
    title: apiWords(lang).titles[error.kind],
    status: statusOfCode[error.code] ?? statusOfKind[error.kind],
    detail: message,
    code,
    ...(hint !== undefined && { hint }),
  };
}
