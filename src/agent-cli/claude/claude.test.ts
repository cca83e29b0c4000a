import { expect, test } from "vitest";
import type { SetupOptions } from "#agent-cli/launch.ts";
import { claude } from "./claude.ts";

const options = { paths: { role: "storm", folder: "/r", relay: "/r/relay" }, autonomy: "ask" } as const;

test("relay tools are always allowed; everything else only by autonomy", () => {
  expect(claude({ program: "claude", mod: "/ovld/mod" }).argv(options)).toEqual([
    "claude",
    "--mcp-config",
    "/r/relay/mcp/storm.json",
    "--settings",
    "/r/settings/storm.json",
    ...["--plugin-dir", "/ovld/mod"],
    "--allowedTools",
    "mcp__ovld-relay__*",
    "--permission-mode",
    "default",
  ]);
  expect(claude({ program: "claude" }).argv({ ...options, autonomy: "edits" })).toContain("acceptEdits");
  for (const autonomy of ["ask", "edits"] as const)
    expect(claude({ program: "claude" }).argv({ ...options, autonomy })).not.toContain(
      "--dangerously-skip-permissions",
    );
  expect(claude({ program: "claude" }).argv({ ...options, autonomy: "full" })).toContain(
    "--dangerously-skip-permissions",
  );
});

test("model and ritual are passed when given", () => {
  const argv = claude({ program: "/opt/claude" }).argv({ ...options, model: "opus", ritual: "# Storm\n" });
  expect(argv.slice(-4)).toEqual(["--model", "opus", "--append-system-prompt", "# Storm\n"]);
});

test("a conversation begins with ovld's id and is resumed by it", () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const argv = (isBegun: boolean) => claude({ program: "claude" }).argv({ ...options, conversation: { id, isBegun } });
  expect(argv(false).slice(-2)).toEqual(["--session-id", id]);
  expect(argv(true).slice(-2)).toEqual(["--resume", id]);
});

const setup = {
  paths: { role: "storm", folder: "/s/a 'b\" 城", relay: "/s/a 'b\" 城/relay" },
  lang: "ja",
  relay: {
    ...{ command: "/usr/bin/node", args: ["/ovld/dist/main.cjs", "relay"] },
    env: { OVLD_ROLE: "storm", OVLD_RELAY_DIR: "/r", OVLD_SESSION: "ovld-a" },
  },
  ritual: '# "嵐"\n',
} as const;

const fileAt = (end: string, given: SetupOptions = setup): string =>
  claude({ program: "claude", scripts: "/o/hooks" })
    .files(given)
    .find(({ path }) => path === `${setup.paths.folder}${end}`)?.content ?? "";

const settings = () => JSON.parse(fileAt("/settings/storm.json"));

test("the relay is registered with an absolute program, not npx, and its tools are always loaded", () => {
  expect(JSON.parse(fileAt("/relay/mcp/storm.json"))).toEqual({
    mcpServers: { "ovld-relay": { type: "stdio", ...setup.relay, alwaysLoad: true } },
  });
});

test("hooks are started without a shell", () => {
  for (const [event, rules] of Object.entries<{ hooks: Record<string, unknown>[] }[]>(settings().hooks))
    for (const { hooks } of rules)
      for (const hook of hooks)
        expect({ event, ...hook }).toMatchObject({
          type: "command",
          command: expect.stringMatching(/^\/o\/hooks\/[a-z-]+\.sh$/),
          args: expect.arrayContaining(["/s/a 'b\" 城/bell/storm"]),
        });
});

test("a wait hook is started in the background whenever the agent may become idle, and wakes in the session's language", () => {
  const { hooks } = settings();
  for (const event of ["SessionStart", "Stop", "StopFailure"])
    expect(hooks[event].flatMap((rule: { hooks: object[] }) => rule.hooks)).toContainEqual(
      expect.objectContaining({
        ...{
          command: "/o/hooks/wait.sh",
          async: true,
          asyncRewake: true,
          timeout: 86_400,
          rewakeSummary: "新着メッセージ",
        },
      }),
    );
});

test("a failed turn at a limit differs from another failed turn", () => {
  const { Notification, StopFailure } = settings().hooks;
  const args = (rules: { matcher?: string; hooks: { args: string[] }[] }[], name: string) =>
    rules
      .filter(({ matcher }) => matcher && new RegExp(matcher).test(name))
      .map(({ hooks }) => hooks[0]?.args.slice(1));
  expect(args(Notification, "idle_prompt")).toEqual([["idle"]]);
  expect(args(StopFailure, "rate_limit")).toEqual([["limited", "why"]]);
  expect(args(StopFailure, "billing_error")).toEqual([["limited", "why"]]);
  expect(args(StopFailure, "server_error")).toEqual([["idle"]]);
});

test("negative matchers leave out the listed names and cover unknown ones", () => {
  const [first] = settings().hooks.SessionEnd;
  const matches = (name: string) => new RegExp(first.matcher).test(name);
  expect(["clear", "resume", "logout", "prompt_input_exit", "cleared", "new"].map(matches)).toEqual([
    ...[false, false, true, true, true, true],
  ]);
});

test("the ritual is escaped for a JSON string", () => {
  expect(fileAt("/bell/storm/mood")).toBe("starting\n");
  expect(JSON.parse(`"${fileAt("/settings/storm.ritual")}"`)).toMatch(/儀式をもう一度.*\n\n# "嵐"\n\n$/);
  expect(fileAt("/settings/storm.ritual", { ...setup, ritual: undefined })).toBe("");
});
