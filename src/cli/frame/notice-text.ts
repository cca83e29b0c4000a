import type { Notice } from "#app/services.ts";
import { visiblePath } from "#base/visible-text.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { errorText } from "./report-error.ts";

export function noticeText(notice: Notice, words: Catalog): string {
  switch (notice.what) {
    case "file-damaged":
      return words.warnings.damaged(notice);
    case "setting-ignored": {
      const { warning } = notice;
      const say =
        warning.what === "unknown-key" ? words.warnings.unknownKey(warning) : words.warnings.refusedKey(warning);
      return visiblePath(say);
    }
    case "settings-unreadable":
      return visiblePath(errorText(notice.error, words).message);
    case "rituals-not-unpacked":
      return errorText(notice.error, words).message;
    case "not-started":
      return `${notice.command}: ${notice.reason}`;
    case "programs-left":
      return words.unsummon.stayed(notice.session, [...notice.programs]);
  }
}
