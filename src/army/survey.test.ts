import { expect, test } from "vitest";
import type { SessionEntry } from "#config/session-entry.ts";
import { survey } from "./survey.ts";

const entry = (name: string, multiplexer: SessionEntry["multiplexer"] = "zellij"): SessionEntry => ({
  name,
  directory: "/p",
  started: "2026-01-01T00:00:00.000Z",
  multiplexer,
  formation: "overlord",
  roster: [],
  panes: {},
});

test("running, exited, orphaned and unknown are told apart by exact name and multiplexer", () => {
  const entries = [entry("a"), entry("ab"), entry("b"), entry("c", "tmux")];
  const zellij = [
    { name: "a", state: "running" },
    { name: "b", state: "exited" },
    { name: "c", state: "running" },
  ] as const;
  expect(survey(entries, { zellij }).map(({ state }) => state)).toEqual(["running", "orphan", "exited", "unknown"]);
  expect(survey(entries, { zellij, tmux: [] }).at(-1)?.state).toBe("orphan");
});
