import { expect, test } from "vitest";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { sessionCommands } from "./session-commands.ts";

test("an invalid argument is refused with its location before tmux runs", () => {
  const plan = (directory: string, argv: [string, ...string[]]): SessionPlan => ({
    session: "ovld-a",
    directory,
    tabs: [{ name: "only", focus: true, split: "columns", panes: [{ kind: "pane", title: "one", launch: { argv } }] }],
  });
  const commands = (directory: string, ...argv: [string, ...string[]]) =>
    sessionCommands(plan(directory, argv), {
      mark: "",
      environment: {},
    });
  expect(() => commands("/", "cat", "a\0b")).toThrow(
    expect.objectContaining({ code: "layout-unrenderable", details: { place: "one", value: "a\0b" } }),
  );
  expect(() => commands("/", "x\udc00y")).toThrow(expect.objectContaining({ code: "layout-unrenderable" }));
  expect(() => commands("/\ufffd", "cat")).toThrow(
    expect.objectContaining({ code: "path-not-utf8", details: { path: "/\ufffd" } }),
  );
});
