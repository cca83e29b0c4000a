import { expect, test } from "vitest";
import { sixRoles } from "#test/support/six-roles.ts";
import { lostMail, type Waiting } from "./give-up.ts";
import type { RelaySettings } from "./roster.ts";

const seconds = (id: string, age: number, seenFor: number, priority: Waiting["priority"] = "normal"): Waiting => ({
  ...{ id, priority },
  age: age * 1000,
  seenFor: seenFor * 1000,
});

function lost(waiting: Waiting[], { gone = 0, ...settings }: Partial<RelaySettings> & { gone?: number } = {}) {
  return lostMail({ waiting, gone, why: "busy" }, sixRoles(settings));
}

test("mail is late at the deadline of its priority", () => {
  const waiting = [
    seconds("young", 599, 599),
    seconds("late", 600, 600),
    seconds("urgent, young", 59, 59, "urgent"),
    seconds("urgent, late", 60, 60, "urgent"),
  ];
  expect(lost(waiting)).toEqual({ ids: ["late", "urgent, late"], why: "busy" });
  expect(lost(waiting, { deadlines: { normal: 599, urgent: 61 } }).ids).toEqual(["young", "late"]);
});

test("old mail is not late until this process has seen it for a minute", () => {
  expect(lost([seconds("a", 3600, 59), seconds("b", 3600, 60)]).ids).toEqual(["b"]);
});

test("with a deadline below a minute, mail must have been seen for the deadline only", () => {
  const waiting = [seconds("a", 3600, 5), seconds("b", 3600, 6)];
  expect(lost(waiting, { deadlines: { normal: 6, urgent: 6 } }).ids).toEqual(["b"]);
});

test("all mail is given up when the agent is gone in two checks in a row", () => {
  const waiting = [seconds("new", 0, 0), seconds("late", 600, 600)];
  expect(lost(waiting, { gone: 1 })).toEqual({ ids: ["late"], why: "busy" });
  expect(lost(waiting, { gone: 2 })).toEqual({ ids: ["new", "late"], why: "no-agent" });
});

test("with absent = wait only the deadline applies", () => {
  const waiting = [seconds("new", 0, 0), seconds("late", 600, 600)];
  expect(lost(waiting, { gone: 9, absent: "wait" })).toEqual({ ids: ["late"], why: "busy" });
});
