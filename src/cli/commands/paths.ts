import { existsSync } from "node:fs";
import { join } from "node:path";
import { visiblePath } from "#base/visible-text.ts";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import { packageRoot } from "#home/package-root.ts";
import { projectConfig, resolvePaths } from "#home/paths.ts";
import { alignColumns } from "#i18n/columns.ts";

export const paths = defineCommand({
  flags: { ...jsonFlag },
  examples: ["ovld paths", "ovld paths --json"],
  async run({ env, directory, out, words }, { flags }) {
    const places = {
      ...resolvePaths(env),
      project: projectConfig(directory),
      builtInFormations: join(packageRoot(), "formations"),
      builtInRituals: join(packageRoot(), "rituals"),
    };
    if (flags.json) return out.json(places);
    const rows = Object.entries(places).map(([place, path]) => [
      visiblePath(path),
      words.paths[place as keyof typeof places],
      existsSync(path) ? "" : out.paint("dim", words.paths.absent),
    ]);
    for (const line of alignColumns(rows)) out.line(line);
  },
});
