import { copyFile, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import { fileFailure, makeFolder, readText, writeAtomically } from "#base/files.ts";
import { packageRoot } from "#config/package-root.ts";
import { resolvePaths } from "#config/paths.ts";
import { configTemplate } from "#config/template.ts";
import { alignColumns } from "#i18n/columns.ts";
import { defineVerb, jsonFlag } from "./verb.ts";

type Outcome = "written" | "unchanged" | "kept" | "replaced";

interface Result {
  file: string;
  outcome: Outcome;
  backup?: string;
}

export const init = defineVerb({
  flags: { force: { type: "boolean" }, ...jsonFlag },
  examples: ["ovld init", "ovld init --lang ja", "ovld init --force"],
  async run({ env, lang, words, out, clock, signal }, { flags }) {
    const paths = resolvePaths(env);
    const config = configTemplate(words.init.heading, (key) => words.settings[key as keyof typeof words.settings], {
      ...(lang !== "en" && { lang }),
    });
    const files = [{ file: paths.config, content: config }, ...(await builtInRituals(paths.rituals))];
    const results: Result[] = [];
    for (const { file, content } of files) {
      if (signal.aborted) throw new OvldError("cancelled", {});
      results.push(await place(file, content, flags.force, clock));
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

async function builtInRituals(target: string): Promise<{ file: string; content: string }[]> {
  const folder = join(packageRoot(), "rituals");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".md")).sort();
  return Promise.all(
    names.map(async (name) => {
      const content = await readText(join(folder, name));
      if (content === undefined) throw new OvldError("file-missing", { file: join(folder, name) });
      return { file: join(target, name), content };
    }),
  );
}

/** A file that differs is a person's own: it stays, or with `--force` is replaced and kept as a backup. */
async function place(file: string, content: string, force: boolean, clock: Clock): Promise<Result> {
  const present = await readText(file);
  if (present === content) return { file, outcome: "unchanged" };
  if (present !== undefined && !force) return { file, outcome: "kept" };
  await makeFolder(dirname(file));
  const backup = present === undefined ? undefined : await backUp(file, clock.now());
  await writeAtomically(file, content);
  return backup ? { file, outcome: "replaced", backup } : { file, outcome: "written" };
}

async function backUp(file: string, now: number): Promise<string> {
  const backup = `${file}.${new Date(now).toISOString().replaceAll(/[:.]/g, "-")}.bak`;
  try {
    await copyFile(file, backup);
  } catch (error) {
    throw fileFailure("write", backup, error);
  }
  return backup;
}
