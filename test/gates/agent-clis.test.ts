import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentKinds } from "#agent-cli/kinds.ts";

/** Settings with their texts, and the composition roots. */
const MAY_NAME = /^(agent-cli|config)\/|^i18n\/(en|ja)-settings\.ts$|^(wire|relay)\.ts$|\.(test|contract)\.ts$/;
/** A short name counts only as a whole word, a longer one also as the beginning of another name. */
const patterns = [...agentKinds, "codex", "opencode", "gemini", "copilot", "qwen"].map((name) =>
  name.length < 4 ? `\\b${name}\\b` : `\\b${name}`,
);
const NAME = new RegExp(patterns.join("|"), "i");

test("only the adapters, the settings and the composition roots name an agent CLI", () => {
  const naming = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !MAY_NAME.test(name))
    .filter((name) => NAME.test(readFileSync(join("src", name), "utf8")));
  expect(naming).toEqual([]);
});

test("each agent CLI has an adapter and nothing else has one", () => {
  const folders = readdirSync("src/agent-cli", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...agentKinds, "exchange"].sort());
});
