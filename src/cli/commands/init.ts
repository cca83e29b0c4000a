import { basename } from "node:path";
import { defineCommand, jsonFlag } from "#cli/frame/command.ts";
import { localeLanguage } from "#config/locale-language.ts";
import { configTemplate } from "#config/template.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths } from "#home/paths.ts";
import { builtInRituals, type PutFile, putFile } from "#home/put-files.ts";
import { alignColumns } from "#i18n/columns.ts";
import { settingsWords } from "#i18n/settings-words.ts";

export const init = defineCommand({
  flags: { force: { type: "boolean" }, ...jsonFlag },
  examples: ["ovld init", "ovld init --lang ja", "ovld init --force"],
  async run({ env, lang, words, out, clock, signal }, { flags }) {
    const paths = resolvePaths(env);
    const settings = settingsWords(lang);
    const config = configTemplate(words.init.heading, (key) => settings[key as keyof typeof settings], {
      ...(lang !== localeLanguage(env).lang && { lang }),
    });
    const files = [{ file: paths.config, content: config }, ...(await builtInRituals(paths.rituals))];
    const results: PutFile[] = [];
    for (const { file, content } of files) {
      if (signal.aborted) throw new OvldError("cancelled", {});
      results.push(await putFile(file, content, flags.force, clock));
    }
    if (flags.json) return out.json(results);
    const rows = results.map(({ file, outcome, backup }) => [
      words.init[outcome],
      file,
      backup ? words.init.backup(basename(backup)) : "",
    ]);
    for (const line of alignColumns(rows)) out.line(line);
    if (results.some(({ outcome }) => outcome === "kept")) out.line(words.init.forceHint);
  },
});
