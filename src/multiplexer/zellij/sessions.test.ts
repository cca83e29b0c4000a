import { expect, test } from "vitest";
import { parseSessions } from "./sessions.ts";

test("reads whole names and distinguishes exited sessions from running ones", () => {
  const listing =
    "ovld-a [Created 3s ago] \novld-a-2 [Created 1h 2m ago] (EXITED - attach to resurrect)\nodd name [Created 1s ago] (current)\n";
  expect(parseSessions(listing)).toEqual([
    { name: "ovld-a", state: "running" },
    { name: "ovld-a-2", state: "exited" },
    { name: "odd name", state: "running" },
  ]);
});

test("an empty listing has no sessions", () => {
  expect(parseSessions("")).toEqual([]);
});
