import { expect, test } from "vitest";
import { cutSecrets } from "./cut-secrets.ts";

const nothing = { home: undefined, known: [] };

test.each([
  ['{"a": "sk-ant-REDACTED"}', '{"a": "(cut)"}'],
  ["ghp_0123456789abcdefghij is gone", "(cut) is gone"],
  ["Authorization: Bearer abcdefgh.ijkl", "Authorization: Bearer (cut)"],
  ["https://me:hunter22@example.org/x", "https://me:(cut)@example.org/x"],
  ['{"API_TOKEN": "hunter22"}', '{"API_TOKEN": "(cut)"}'],
  ['"{\\"password\\":\\"hunter22\\"}"', '"{\\"password\\":\\"(cut)\\"}"'],
  ["MY_SECRET=hunter22", "MY_SECRET=(cut)"],
  [`x ${"aB3_".repeat(10)}-xY y`, "x (cut) y"],
  [`x ${"0f".repeat(20)} y`, "x (cut) y"],
])("%s", (text, cut) => {
  expect(cutSecrets(text, nothing)).toBe(cut);
});

test("plain words, versions, times and session names stay", () => {
  const text = '{"ovld": "0.1.0", "at": "2026-11-16T03:31:37.000Z", "name": "ovld-my-project-2", "rank": 3}';
  expect(cutSecrets(text, nothing)).toBe(text);
});

test("known secrets are removed everywhere, and the home folder is replaced", () => {
  const known = { home: "/home/me", known: ["s3cr3t\n", undefined, ""] };
  expect(cutSecrets("/home/me/.config s3cr3t xs3cr3tx", known)).toBe("~/.config (cut) x(cut)x");
});
