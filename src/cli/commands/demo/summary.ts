import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Context } from "#cli/frame/context.ts";
import { demoWords } from "#i18n/demo-words.ts";
import { duration, isRead, type Story } from "./story.ts";

/** Prints the measured figures and the next commands. */
export function summarise({ story, files }: { story: Story; files: string[] }, { out, lang, env }: Context): void {
  const { summary, ...words } = demoWords(lang);
  const { messages, waits, report } = story;
  const agents = new Set(messages.flatMap(({ from, to }) => [from, to]).filter((role) => role !== "user"));
  out.line();
  out.line(out.paint("bold", summary.title));
  for (const line of [
    report === undefined ? words.late : words.reported(report),
    [
      summary.agents(agents.size),
      summary.messages(messages.length),
      // After a timeout, unread messages are not lost ones.
      (report === undefined ? summary.unread : summary.lost)(messages.filter((message) => !isRead(message)).length),
    ].join(summary.separator),
    summary.wake(duration(median(waits))),
    summary.files(files),
  ])
    out.line(`  ${line}`);
  out.line(`  ${words.cleaned}`);
  out.line();
  out.line(words.nextTitle);
  // `npm run demo` in a clone: `ovld` is not installed.
  const next = env.npm_lifecycle_event === "demo" ? words.nextFromClone : words.next;
  for (const line of next) out.line(`  ${line}`);
}

/** Relative paths of all files below a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
