import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { unanswered } from "./unanswered.ts";

async function asked(files: Record<string, unknown>, autonomy: "ask" | "full" = "full", config?: string) {
  await using folder = await temporaryFolder();
  const directory = join(folder.path, "work", "project");
  await mkdir(directory, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content).replaceAll("$", folder.path);
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), text);
  }
  const env = { HOME: folder.path, ...(config && { CLAUDE_CONFIG_DIR: join(folder.path, config) }) };
  // The folder is removed when this returns.
  return (await unanswered({ directory, env, autonomy })).map(({ dialog }) => dialog);
}

const trusted = { hasTrustDialogAccepted: true };
const setUp = { hasCompletedOnboarding: true };

test("the first start asks all questions, bypass only with full autonomy", async () => {
  expect(await asked({})).toEqual(["onboarding", "trust", "bypass"]);
  expect(await asked({}, "ask")).toEqual(["onboarding", "trust"]);
});

test("an answered question is not asked again, in the older file or the newer", async () => {
  const projects = { "$/work/project": trusted };
  expect(await asked({ ".claude.json": { ...setUp, projects } })).toEqual(["bypass"]);
  expect(await asked({ ".claude.json": { ...setUp, projects, bypassPermissionsModeAccepted: true } })).toEqual([]);
  const settings = { skipDangerousModePermissionPrompt: true };
  expect(await asked({ ".claude.json": { ...setUp, projects }, ".claude/settings.json": settings })).toEqual([]);
});

test("trust in a parent folder counts; trust in another folder does not", async () => {
  expect(await asked({ ".claude.json": { ...setUp, projects: { "$/work": trusted } } }, "ask")).toEqual([]);
  expect(await asked({ ".claude.json": { ...setUp, projects: { "$/other": trusted } } }, "ask")).toEqual(["trust"]);
});

test("CLAUDE_CONFIG_DIR is respected, and damaged files predict no question", async () => {
  const known = { ...setUp, projects: { "$/work/project": trusted } };
  expect(await asked({ "mine/.claude.json": known }, "ask", "mine")).toEqual([]);
  expect(await asked({ ".claude.json": "{" })).toEqual([]);
});
