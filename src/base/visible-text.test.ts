import { expect, test } from "vitest";
import { visibleLine, visiblePath, visibleText } from "./visible-text.ts";

test("nothing that a terminal would obey is left", () => {
  expect(visibleText("a\u001b[2Jb\u0007\u009b31m\u007f\r\u202ec")).toBe("a␛[2Jb␇\ufffd31m␡␍\ufffdc");
});

test("lines, tabs, Japanese and emoji stay", () => {
  expect(visibleText("一行目\n\t二行目 👑\u200d🔥")).toBe("一行目\n\t二行目 👑\u200d🔥");
  expect(visibleLine(" a\n b\t c ")).toBe("a b c");
});

test("a path keeps its spaces, and what would break its line is shown", () => {
  expect(visiblePath("/a  b\n\tc\u001b[2J ")).toBe("/a  b␊␉c␛[2J ");
});
