import { execFileSync } from "node:child_process";
import { appendFile, mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { claudeMeter } from "./meter.ts";

async function fixture() {
  const { path, ...disposal } = await temporaryFolder();
  const paths: AgentPaths = { role: "inferno", folder: path, relay: join(path, "relay") };
  const { hooksFolder, transcripts } = exchangePaths(paths);
  await mkdir(hooksFolder, { recursive: true });
  const file = join(path, `conversa"tion 会話.jsonl`);
  const note = (name: string) => appendFile(transcripts, `${JSON.stringify(name).slice(1, -1)}\n`);
  await note(file);
  return { ...disposal, path, file, note, transcripts, meter: claudeMeter(paths), paths };
}

const line = (id: string, usage: object, type = "assistant") => `${JSON.stringify({ type, message: { id, usage } })}\n`;
const use = (input_tokens: number, output_tokens: number, read = 0, write = 0) => ({
  ...{ input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: write },
});

test("every answer counts once, with its maximum", async () => {
  await using here = await fixture();
  const { file, meter } = here;
  await writeFile(file, line("a", use(10, 1, 5, 7)) + line("a", use(10, 3, 5, 7)) + line("b", use(1, 1)));
  expect(await meter()).toEqual({ input: 11, output: 4, cacheRead: 5, cacheWrite: 7 });
  await appendFile(file, line("b", use(1, 9)) + line("c", use(100, 0)));
  expect(await meter()).toEqual({ input: 111, output: 12, cacheRead: 5, cacheWrite: 7 });
});

test("an incomplete last line is read when it is complete", async () => {
  await using here = await fixture();
  const whole = line("a", use(10, 2));
  await writeFile(here.file, line("x", use(1, 1)) + whole.slice(0, 30));
  expect(await here.meter()).toMatchObject({ input: 1, output: 1 });
  await appendFile(here.file, whole.slice(30));
  expect(await here.meter()).toMatchObject({ input: 11, output: 3 });
});

test("an overlong line is skipped, and later lines count", async () => {
  await using here = await fixture();
  await writeFile(here.file, "");
  await truncate(here.file, 32 * 1024 ** 2);
  await appendFile(here.file, `\n${line("a", use(10, 2))}`);
  expect(await here.meter()).toMatchObject({ input: 10, output: 2 });
});

test("damaged or foreign lines and lines without use are skipped", async () => {
  await using here = await fixture();
  const odd = [
    "{not json\n",
    "null\n",
    '{"type":"user","message":{"content":"\\"usage\\""}}\n',
    `${JSON.stringify({ message: { usage: use(1, 1) } })}\n`,
    line("n", { input_tokens: -5, output_tokens: "7", cache_read_input_tokens: 1e300 }),
    "\n",
  ];
  await writeFile(here.file, odd.join("") + line("a", use(2, 3)));
  expect(await here.meter()).toEqual({ input: 2, output: 3, cacheRead: 0, cacheWrite: 0 });
});

test("lines longer than a chunk are read whole, and a truncated file from its start", async () => {
  await using here = await fixture();
  const big = `${JSON.stringify({ message: { id: "big", content: "x".repeat(700_000), usage: use(5, 5) } })}\n`;
  await writeFile(here.file, line("a", use(1, 1)) + big + line("b", use(1, 1)));
  expect(await here.meter()).toMatchObject({ input: 7, output: 7 });
  await writeFile(here.file, line("c", use(3, 3)));
  expect(await here.meter()).toMatchObject({ input: 10, output: 10 });
});

test("later conversations and subagents count, repeated answers do not", async () => {
  await using here = await fixture();
  const second = join(here.path, "second.jsonl");
  await here.note(second);
  await here.note(here.file);
  await writeFile(here.file, line("a", use(1, 1)));
  await writeFile(second, line("a", use(1, 1)) + line("b", use(2, 2)));
  await mkdir(join(here.path, "second", "subagents"), { recursive: true });
  await writeFile(join(here.path, "second", "subagents", "agent-1.jsonl"), line("s", use(4, 4)));
  expect(await here.meter()).toMatchObject({ input: 7, output: 7 });
});

test("an agent without transcripts has used nothing", async () => {
  await using here = await fixture();
  await writeFile(here.transcripts, "no path\n/\\x\n/nowhere.jsonl\n");
  expect(await here.meter()).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
  expect(await claudeMeter({ ...here.paths, role: "storm" })()).toMatchObject({ input: 0 });
});

test("a FIFO in place of the list does not block", async () => {
  await using here = await fixture();
  await rm(here.transcripts);
  execFileSync("mkfifo", [here.transcripts]);
  expect(await here.meter()).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
});
