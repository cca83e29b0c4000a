import { loadConfig } from "#app/armies/load-config.ts";
import { visiblePath } from "#base/visible-text.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import type { Source } from "#config/load.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { alignColumns } from "#i18n/columns.ts";

export const config = defineCommand({
  flags: { ...jsonFlag },
  examples: ["ovld config", "ovld config --json"],
  async run(context, { flags }) {
    const { out, words } = context;
    const { values } = loadConfig(context);
    if (flags.json) return out.json(Object.fromEntries(values));
    const rows = [...values].map(([key, { value, source }]) => [
      key,
      JSON.stringify(value),
      out.paint("dim", sourceText(source, words)),
    ]);
    for (const line of alignColumns(rows)) out.line(line);
  },
});

function sourceText(source: Source, words: Catalog): string {
  switch (source.layer) {
    case "default":
      return words.config.byDefault;
    case "user":
    case "project":
      return `${visiblePath(source.file)}:${source.line}`;
    case "environment":
      return source.variable;
    case "flag":
      return words.config.byFlag;
  }
}
