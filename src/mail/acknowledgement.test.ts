import { expect, test } from "vitest";
import { isAcknowledgement } from "./acknowledgement.ts";
import { SYSTEM, USER } from "./message.ts";

const mail = (body: string, subject = "re: login", from = "inferno") => ({ from, subject, body });

test.each([
  "thanks",
  "Thanks!",
  "OK",
  "ok, got it 👍",
  "Thank you very much. Standing by.",
  "You’re welcome!",
  "Great work, everyone!",
  "Roger that. Will do.",
  "了解",
  "了解しました！",
  "ありがとうございます。よろしくお願いします。",
  "ＯＫ",
])("%s is an acknowledgement", (body) => {
  expect(isAcknowledgement(mail(body))).toBe(true);
});

test.each([
  "ok, but the tests fail",
  "Yes, use port 4000.",
  "Thanks. What about the schema?",
  "了解。次は認証を実装します。",
  "done",
  "no",
  "",
  "thanks ".repeat(20),
  "theory",
  "-",
  "???",
  "！！！",
  "Understood? Agreed?",
  "了解？",
  "and the team",
  "goodbye",
])("%j is no acknowledgement", (body) => {
  expect(isAcknowledgement(mail(body))).toBe(false);
});

test("if the body is empty, the subject is checked", () => {
  expect(isAcknowledgement(mail(" \n", "Thanks!"))).toBe(true);
  expect(isAcknowledgement(mail("", "login is broken"))).toBe(false);
});

test("a message of a human or of ovld is never an acknowledgement", () => {
  expect(isAcknowledgement(mail("ok", "s", USER))).toBe(false);
  expect(isAcknowledgement(mail("ok", "s", SYSTEM))).toBe(false);
});
