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
    case "work-kept":
      return [
        words.unsummon.work.kept(notice.session),
        ...notice.fields.map((field) => `  ${keptText(field, words)}`),
        `  ${words.unsummon.work.recover(notice.fields[0]?.branch ?? "")}`,
      ].join("\n");
    case "programs-left":
      return words.unsummon.stayed(notice.session, [...notice.programs]);
  }
}

type Kept = Extract<Notice, { what: "work-kept" }>["fields"][number];

function keptText({ role, branch, path, commits, changes, error }: Kept, { unsummon: { work } }: Catalog): string {
  const counts = [...(commits > 0 ? [work.commits(commits)] : []), ...(changes > 0 ? [work.changes(changes)] : [])];
  return work.field(role, error ?? counts.join(", "), branch, visiblePath(path));
}
