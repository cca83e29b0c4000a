import { asOvldError } from "#errors/ovld-error.ts";
import type { Catalog } from "#i18n/catalog.ts";
import * as wording from "#i18n/error-text.ts";

/** Whatever was thrown, in the reader's language. */
export function errorText(thrown: unknown, words: Catalog): wording.ErrorText {
  return wording.errorText(asOvldError(thrown), words);
}
