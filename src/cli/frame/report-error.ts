import { asOvldError } from "#errors/ovld-error.ts";
import type { Catalog } from "#i18n/catalog.ts";
import * as wording from "#i18n/error-text.ts";

export function errorText(thrown: unknown, words: Catalog): wording.ErrorText {
  return wording.errorText(asOvldError(thrown), words);
}
