import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { claude } from "#agent-cli/claude/claude.ts";
import { skipFor } from "#test/support/programs.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { type Agent, reader, startAgent } from "./agent.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Script, use } from "./scripted-model.ts";

const isIn = async ({ port, paths, terminal }: Agent, mood: string) => {
  return vi.waitFor(
    async () => {
      const seen = await port.mood(paths);
      if (seen.mood === mood) return seen;
      throw new Error(`it is ${seen.mood} and not ${mood}:\n${await terminal.screen()}`);
    },
    { timeout: 20_000, interval: 20 },
  );
};

/** Calls a tool that needs permission, and then hits a limit. */
const script: Script = (request) => {
  if (request.said.includes("ASK") && request.results.length === 0)
    return use("Bash", { command: "touch asked", description: "Ask" });
  if (request.said.includes("LIMIT") && !request.said.includes("Go on."))
    return {
      status: 429,
      headers: { "x-should-retry": "false", "anthropic-ratelimit-unified-status": "rejected" },
      body: { type: "error", error: { type: "rate_limit_error", message: "Too much · resets 3pm (Asia/Tokyo)" } },
    };
  return reader(request);
};

test("an agent reports its mood: ready, busy, asking, limited", { timeout: 90_000 }, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ autonomy: "ask", script });
  const { composer } = claude({ program: "claude" }).screen;
  const composerNow = async () => composer({ screen: await agent.terminal.colouredScreen() });
  expect(await composerNow()).toEqual({ state: "empty" });
  await agent.order("ASK me");
  expect(await isIn(agent, "asking")).toMatchObject({ detail: "Bash" });
  await agent.terminal.sees("Do you want to proceed?");
  expect(await composerNow()).toEqual({ state: "dialog" });
  // Claude Code ignores keys in a dialog's first moment, which may have been meant for the screen before.
  await vi.waitUntil(
    async () => {
      await agent.terminal.press("Enter");
      return (await agent.port.mood(agent.paths)).mood !== "asking";
    },
    { timeout: 20_000, interval: 500 },
  );
  await isIn(agent, "ready");
  await agent.order("LIMIT");
  expect(await isIn(agent, "limited")).toMatchObject({ detail: "resets 3pm (Asia/Tokyo)" });
  await agent.order("Go on.");
  await isIn(agent, "ready");
});

test("an agent with a start question is starting, and its screen shows the question", {
  timeout: 90_000,
}, async (context) => {
  skipFor(context, withoutClaude);
  await using agent = await startAgent({ asks: ["trust"] });
  const { dialogOn } = claude({ program: "claude" }).screen;
  await vi.waitUntil(async () => dialogOn(await agent.terminal.screen()) === "trust", {
    timeout: 30_000,
    interval: 100,
  });
  expect((await agent.port.mood(agent.paths)).mood).toBe("starting");
});

test("the hooks work in bash as well", { timeout: 90_000 }, async (context) => {
  skipFor(context, withoutClaude);
  await using folder = await temporaryFolder();
  const scripts = join(folder.path, "bash's hooks");
  await cp(resolve("dist/hooks"), scripts, { recursive: true });
  for (const name of await readdir(scripts)) {
    const text = await readFile(join(scripts, name), "utf8");
    await writeFile(join(scripts, name), text.replace("#!/bin/sh", "#!/usr/bin/env bash"));
  }
  await using agent = await startAgent({ scripts });
  await agent.write("an order");
  await agent.model.receives("[MESSAGE from strategist]");
  await agent.model.receives("an order");
  await isIn(agent, "ready");
});
