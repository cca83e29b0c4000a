import type { ShownField } from "#app/work/field-states.ts";
import type { FieldNotice } from "#app/work/plan-fields.ts";
import type { Context } from "#cli/frame/context.ts";
import { workWords } from "#i18n/work-words.ts";

const SHORT = 10;

/** What has not landed in a field. */
export function openWork(
  { commits, changes, isMissing }: Omit<ShownField, "role" | "branch" | "path">,
  { words: { unsummon }, lang }: Pick<Context, "words" | "lang">,
) {
  const work = workWords(lang);
  if (commits === undefined || changes === undefined) return work.unknown;
  const parts = [
    ...(commits > 0 ? [unsummon.work.commits(commits)] : []),
    ...(changes > 0 ? [unsummon.work.changes(changes)] : []),
    ...(isMissing ? [work.missing] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : work.landed;
}

/** Where the roles of a planned army work. */
export function fieldNotice(notice: FieldNotice, { lang }: Pick<Context, "lang">): string {
  const work = workWords(lang);
  switch (notice.what) {
    case "fields":
      return work.fields(notice.roles, notice.base.slice(0, SHORT));
    case "uncommitted":
      return work.uncommitted(notice.count);
    case "shared":
      return work.shared(notice.obstacle);
  }
}
