import { expect, test } from "vitest";
import { claude } from "./claude.ts";

const order = { mcpFile: "/r/mcp/storm.json", settingsFile: "/r/settings/storm.json", autonomy: "ask" } as const;

test("relay tools are always allowed; nothing else is, unless it is asked for", () => {
  expect(claude({ program: "claude" }).argv(order)).toEqual([
    "claude",
    "--mcp-config",
    "/r/mcp/storm.json",
    "--settings",
    "/r/settings/storm.json",
    "--allowedTools",
    "mcp__ovld-relay__*",
  ]);
  expect(claude({ program: "claude" }).argv({ ...order, autonomy: "edits" })).toContain("acceptEdits");
  for (const autonomy of ["ask", "edits"] as const)
    expect(claude({ program: "claude" }).argv({ ...order, autonomy })).not.toContain("--dangerously-skip-permissions");
  expect(claude({ program: "claude" }).argv({ ...order, autonomy: "full" })).toContain(
    "--dangerously-skip-permissions",
  );
});

test("model and ritual go along when given", () => {
  const argv = claude({ program: "/opt/claude" }).argv({ ...order, model: "opus", ritual: "# Storm\n" });
  expect(argv.slice(-4)).toEqual(["--model", "opus", "--append-system-prompt", "# Storm\n"]);
});

test("the relay is named with its absolute program, never through npx", () => {
  const env = { OVLD_ROLE: "storm", OVLD_RELAY_DIR: "/r", OVLD_SESSION: "ovld-a" };
  const file = claude({ program: "claude" }).mcpFile({ command: "/usr/bin/node", args: ["/ovld/dist/relay.js"], env });
  expect(JSON.parse(file)).toEqual({
    mcpServers: { "ovld-relay": { type: "stdio", command: "/usr/bin/node", args: ["/ovld/dist/relay.js"], env } },
  });
});
