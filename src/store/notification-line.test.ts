import { expect, test } from "vitest";
import { verifies } from "#test/support/verifies.ts";
import { notificationLine } from "./notification-line.ts";

verifies("relay:send", "the line names the senders, in the session's language", () => {
  expect(notificationLine(["strategist"], "en")).toBe("[MESSAGE from strategist] You have mail: call check_inbox.");
  expect(notificationLine(["strategist", "inferno"], "ja", "urgent")).toBe(
    "[MESSAGE from strategist, inferno] 緊急のメッセージが届いています。今すぐ check_inbox を呼んでください。",
  );
});

test("the line is short and needs no escaping for any sender", () => {
  const senders = ['a"b\\c', "\u001b[31m", "x\ny", ...Array.from({ length: 20 }, (_, n) => `role-${n}`)];
  for (const lang of ["en", "ja"] as const)
    for (const priority of ["normal", "urgent"] as const) {
      const line = notificationLine(senders, lang, priority);
      expect(JSON.stringify(line)).toBe(`"${line}"`);
      expect(line.length).toBeLessThan(160);
      expect(line).not.toMatch(/[\n/@]/);
    }
});
