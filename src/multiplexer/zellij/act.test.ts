import { expect, test } from "vitest";
import { answerOf } from "./act.ts";
import { listPanes, screenOf } from "./panes.ts";

test("an empty answer or another call's answer is retried", async () => {
  const answers = ["", "\u001b[m────────\n❯ ", "[ ]"];
  const asked: string[][] = [];
  const panes = await listPanes(async (_session, ...action) => {
    asked.push(action);
    return answers.shift() ?? "";
  }, "ovld-x");
  expect(panes).toEqual([]);
  expect(asked).toHaveLength(3);
});

test("an answer that never comes throws instead of an empty list", async () => {
  const silent = answerOf(async () => "", "ovld-x", /^CLIENT_ID/, "list-clients");
  await expect(silent).rejects.toMatchObject({ code: "program-timeout" });
});

test("an empty screen is retried; a pane that is gone by then throws", async () => {
  const answers = ["", "", "\n"];
  expect(await screenOf(async () => answers.shift() ?? "", "ovld-x", "terminal_1")).toBe("\n");
  const gone = screenOf(async (_, action) => (action === "list-panes" ? "[]" : ""), "ovld-x", "terminal_1");
  await expect(gone).rejects.toMatchObject({ code: "pane-gone" });
});
