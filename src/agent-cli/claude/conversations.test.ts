import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { claudeConversations } from "./conversations.ts";

const paths = { role: "storm", folder: "/s", relay: "/s/relay" };
const ID = "00000000-0000-4000-8000-000000000001";

test.each([
  ["HOME", ".claude/projects"],
  ["CLAUDE_CONFIG_DIR", "projects"],
])("a conversation with a transcript below %s has begun", async (variable, projects) => {
  await using folder = await temporaryFolder();
  const kept = claudeConversations({ HOME: "/nowhere", [variable]: folder.path });
  expect(await kept.isBegun(ID, paths)).toBe(false);
  const file = join(folder.path, projects, "-home-me-project", `${ID}.jsonl`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(join(folder.path, projects, "no folder"), "");
  await writeFile(file, "");
  expect(await kept.isBegun(ID, paths)).toBe(false);
  await writeFile(file, "{}\n");
  expect(await kept.isBegun(ID, paths)).toBe(true);
  expect(await kept.isBegun(ID.replace(/1$/, "2"), paths)).toBe(false);
});

test("an empty CLAUDE_CONFIG_DIR counts as unset", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, ".claude/projects/p", `${ID}.jsonl`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "{}\n");
  expect(await claudeConversations({ HOME: folder.path, CLAUDE_CONFIG_DIR: "" }).isBegun(ID, paths)).toBe(true);
});

test("a conversation that began without its relay is not resumed; one that lost the relay later is", async () => {
  await using folder = await temporaryFolder();
  const kept = claudeConversations({ HOME: folder.path });
  const file = join(folder.path, ".claude/projects/p", `${ID}.jsonl`);
  await mkdir(dirname(file), { recursive: true });
  const lost = '{"attachment":{"failedMcpServers":[{"name":"other"},{"name":"ovld-relay"}]}}\n';
  const offered = '{"shape":{"tools":[{"name":"mcp__ovld-relay__check_inbox"}]}}\n';
  for (const [text, isBegun] of [
    [lost, false],
    [offered + lost, true],
    [lost.replace("ovld-relay", "third"), true],
  ] as const) {
    await writeFile(file, text);
    expect(await kept.isBegun(ID, paths), text).toBe(isBegun);
  }
});

test("a reported conversation counts only if it is an id", async () => {
  await using folder = await temporaryFolder();
  const paths = { role: "storm", folder: folder.path, relay: join(folder.path, "relay") };
  const { conversation } = exchangePaths(paths);
  const kept = claudeConversations({ HOME: folder.path });
  expect(await kept.current(paths)).toBeUndefined();
  await mkdir(dirname(conversation), { recursive: true });
  for (const word of ["", "--dangerously-skip-permissions", `../${ID}`, `${ID}\n${ID}`]) {
    await writeFile(conversation, word);
    expect(await kept.current(paths), word).toBeUndefined();
  }
  await writeFile(conversation, `${ID}\n`);
  expect(await kept.current(paths)).toBe(ID);
});
