import type { SummonPlan } from "#app/summon/summon-plan.ts";
import { visiblePath, visibleText } from "#base/visible-text.ts";
import type { Context } from "#cli/frame/context.ts";
import { fieldNotice } from "#cli/render/field-text.ts";
import { resolvePaths } from "#home/paths.ts";
import { workWords } from "#i18n/work-words.ts";

/** Prints the files and commands of `summon` without writing or running them. */
export function showDryRun(
  { multiplexer, sessionPlan, folder, files, entry, fields, fieldNotices }: SummonPlan,
  isFirst: boolean,
  context: Context,
): void {
  const { out, words, env, lang } = context;
  const work = workWords(lang);
  const described = multiplexer.describe(sessionPlan, folder);
  out.line(words.summon.dryRun.session(entry.name, visiblePath(entry.directory)));
  for (const tab of sessionPlan.tabs) out.line(`  ${tab.name}${tab.focus ? " *" : ""}`);
  for (const notice of fieldNotices) out.line(fieldNotice(notice, context));
  if (fields.length > 0) out.line(work.dryRun);
  for (const { path, branch } of fields) out.line(`  ${visiblePath(path)}  ${branch}`);
  for (const { command } of fields[0]?.setup ?? []) out.line(`  ${work.setup(visibleText(command))}`);
  out.line(words.summon.dryRun.files);
  const { registry, relay, rituals } = resolvePaths(env);
  const written = [...files, ...described.files].map(({ path }) => path);
  const folders = [folder, ...(isFirst ? [rituals] : [])].map((path) => `${path}/`);
  for (const path of [...folders, ...written, registry, relay]) out.line(`  ${visiblePath(path)}`);
  for (const { path, content } of described.files) out.line(`\n${visiblePath(path)}:\n${visibleText(content)}`);
  out.line(words.summon.dryRun.commands);
  // One tmux command line contains several commands, separated by ` ; `.
  for (const command of [described.foreground, described.background])
    out.line(`  ${visiblePath(command.join(" ")).replaceAll(" ; ", " ;\n    ")}`);
}
