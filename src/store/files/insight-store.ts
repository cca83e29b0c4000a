import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, namesIn, writeAtomically } from "#base/files.ts";
import { type Log, silentLog } from "#base/log.ts";
import { parseJson } from "#base/parse-json.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { isMessageId } from "#mail/message-id.ts";
import { matches, newestFirst } from "#store/insight-search.ts";
import type { Insight, InsightStore } from "#store/insight-store.ts";
import { readPlainFile } from "./plain-file.ts";

/** Maximum of insights of all categories, because a search reads each of them. */
const MOST = 1000;

/** Insights as files, `<category>/<id>.json`, shared by all sessions; above the maximum the oldest are removed. */
export function fileInsightStore(
  folder: string,
  { log = silentLog, most = MOST }: { log?: Log | undefined; most?: number } = {},
): InsightStore {
  return {
    async add(insight) {
      if (!isMessageId(insight.id)) throw new OvldError("bug", { reason: `not an insight's id: ${insight.id}` });
      const category = join(folder, folderName(insight.category));
      await makeFolder(category);
      if (!isFolder(category)) throw new OvldError("store-damaged", { file: category });
      await writeAtomically(join(category, `${insight.id}.json`), `${JSON.stringify(insight)}\n`);
      for (const file of (await newestFiles(folder, await list(folder))).slice(most)) await rm(file).catch(() => {});
    },
    async find({ category, words = [] }) {
      const folders = category === undefined ? await list(folder) : [folderName(category)];
      const isWanted = (insight: Insight) =>
        (category === undefined || insight.category === category) && matches(insight, words);
      const insights: Insight[] = [];
      for (const file of (await newestFiles(folder, folders)).slice(0, most)) {
        const insight = readInsight(file, log);
        if (insight && isWanted(insight)) insights.push(insight);
      }
      return insights.sort(newestFirst);
    },
  };
}

/** Escapes any text to a name that stays inside the folder; a long name is cut and made unique by a hash. */
function folderName(category: string): string {
  const wellFormed = Buffer.from(category).toString();
  const name = encodeURIComponent(wellFormed).replaceAll(".", "%2E") || "%";
  if (name.length <= 150) return name;
  return `${name.slice(0, 100)}-${createHash("sha256").update(category).digest("hex").slice(0, 16)}`;
}

/** Ids sort by time. */
async function newestFiles(root: string, folders: readonly string[]): Promise<string[]> {
  const files: { name: string; file: string }[] = [];
  for (const folder of folders.map((name) => join(root, name)).filter(isFolder))
    for (const name of await list(folder)) files.push({ name, file: join(folder, name) });
  return files.sort((a, b) => (a.name < b.name ? 1 : -1)).map(({ file }) => file);
}

function readInsight(file: string, log: Log): Insight | undefined {
  const content = readPlainFile(file);
  const value = content && "text" in content ? parseJson(content.text) : undefined;
  if (isInsight(value)) return value;
  if (content) log.write("warn", "insight-unreadable", { file });
  return undefined;
}

async function list(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => !name.startsWith("."));
}

/** A symlink in place of a category would lead out of the folder. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isInsight(value: unknown): value is Insight {
  if (typeof value !== "object" || value === null) return false;
  const insight = value as Record<string, unknown>;
  const texts = ["id", "category", "title", "content", "author", "session", "timestamp"];
  return texts.every((field) => typeof insight[field] === "string");
}
