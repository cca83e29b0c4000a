import { expect, test } from "vitest";
import { visibleJson, visibleLine, visiblePath, visibleText } from "./visible-text.ts";

test("control characters become visible", () => {
  expect(visibleText("a\u001b[2Jb\u0007\u009b31m\u007f\r\u202ec")).toBe("a␛[2Jb␇\ufffd31m␡␍\ufffdc");
});

test("lines, tabs, Japanese and emoji stay", () => {
  expect(visibleText("一行目\n\t二行目 👑\u200d🔥")).toBe("一行目\n\t二行目 👑\u200d🔥");
  expect(visibleLine(" a\n b\t c ")).toBe("a b c");
});

test("invisible characters become visible: zero width, tags, direction marks, fillers, stray joiners and variants", () => {
  const unseen = [
    "\u200b",
    "\u200e",
    "\u200f",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u061c",
    "\u3164",
    "\ufff9",
    "\u{e0041}",
    "\u{e0100}",
  ];
  for (const character of unseen) expect(visibleText(`a${character}b`)).toBe("a\ufffdb");
  expect(visibleText("a\u200db\ufe0f 👑\u200d\u200d")).toBe("a\ufffdb\ufffd 👑\ufffd\ufffd");
  expect(visibleText("🏴\u{e0067}\u{e007f}")).toBe("🏴\ufffd\ufffd");
});

test("multi-part emoji, keycaps and variants of Chinese characters stay", () => {
  for (const text of ["❄️", "🧙🏽\u200d♂️", "👨\u200d👩\u200d👧", "1️⃣", "葛\u{e0100}城", "👩\u200d❤️\u200d👨", "⚔︎"])
    expect(visibleText(text)).toBe(text);
});

test("JSON keeps its meaning without control and invisible characters", () => {
  const value = { subject: "a\u009b31m\u202e\u200b\ufeff\u007f\u{e0041}", body: 'l\n"é日\\' };
  for (const indent of [undefined, 2]) {
    const text = visibleJson(JSON.stringify(value, null, indent));
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(text).toContain("é日");
    expect(JSON.parse(text)).toEqual(value);
  }
});

test("a path keeps its spaces, and line breaks become visible", () => {
  expect(visiblePath("/a  b\n\tc\u001b[2J ")).toBe("/a  b␊␉c␛[2J ");
});
