import { expect, test } from "vitest";
import { answerOf } from "./act.ts";
import { listPanes, screenOf } from "./panes.ts";

test("an answer that belongs to another call, or none, is asked for again", async () => {
  const answers = ["", "\u001b[m────────\n❯ ", "[ ]"];
  const asked: string[][] = [];
  const panes = await listPanes(async (_session, ...action) => {
    asked.push(action);
    return answers.shift() ?? "";
  }, "ovld-x");
  expect(panes).toEqual([]);
  expect(asked).toHaveLength(3);
});

test("an answer that never comes is no empty list", async () => {
  const silent = answerOf(async () => "", "ovld-x", /^CLIENT_ID/, "list-clients");
  await expect(silent).rejects.toMatchObject({ code: "program-timeout" });
});

test("a screen that did not come is asked for again; a pane that went meanwhile is told", async () => {
  const answers = ["", "", "\n"];
  expect(await screenOf(async () => answers.shift() ?? "", "ovld-x", "terminal_1")).toBe("\n");
  const gone = screenOf(async (_, action) => (action === "list-panes" ? "[]" : ""), "ovld-x", "terminal_1");
  await expect(gone).rejects.toMatchObject({ code: "pane-gone" });
});
