import { expect, test } from "vitest";
import { type Look, styledLines } from "./styled-text.ts";

const looks: [string, string, Look][] = [
  ["a colour", "31", { foreground: 1 }],
  ["a bright colour", "92;103", { foreground: 10, background: 11 }],
  ["a colour of 256 is not dim", "38;5;2", { foreground: 2 }],
  ["a true colour", "48;2;1;20;255", { background: "#0114ff" }],
  ["colours between colons", "38:2::9:8:7;48:5:200", { foreground: "#090807", background: 200 }],
  ["an underline colour and the next code", "58;5;4;1", { bold: true }],
  ["several at once", "1;2;3;4;5;7;8;9", all()],
  ["all reset", "1;2;3;4;5;7;8;9;22;23;24;25;27;28;29", {}],
  ["a curly line", "4:3", { underline: true }],
  ["no line", "4;4:0", {}],
  ["default colours", "31;41;39;49", {}],
  ["a reset", "1;31;0", {}],
  ["an empty code is a reset", "1;31;", {}],
  ["an unknown code", "1;73", { bold: true }],
  ["a colour that ends too soon", "1;38;5", { bold: true, foreground: 0 }],
];

test.each(looks)("%s", (_, codes, look) => {
  expect(styledLines(`\u001b[${codes}mx`)).toEqual([[{ text: "x", look }]]);
});

function all(): Look {
  return {
    bold: true,
    dim: true,
    italic: true,
    underline: true,
    blink: true,
    inverse: true,
    hidden: true,
    strike: true,
  };
}

test("a style continues on the next line, and text of one style is one run", () => {
  const shown = "a\u001b[1mb\u001b[22;1mc\nd\u001b[31;39me\u001b[0m\n\u001b[mf";
  expect(styledLines(shown)).toEqual([
    [
      { text: "a", look: {} },
      { text: "bc", look: { bold: true } },
    ],
    [{ text: "de", look: { bold: true } }],
    [{ text: "f", look: {} }],
  ]);
});

test("links, titles and cursor movements are removed", () => {
  const shown =
    "\u001b]8;;https://example.com\u001b\\a link\u001b]8;;\u001b\\\u001b]0;title\u0007\u001b[2K\u001b[?25l.\u001b=";
  expect(styledLines(shown)).toEqual([[{ text: "a link.", look: {} }]]);
});

test("line drawing characters become box drawing characters", () => {
  expect(styledLines("lq\u000elqk\u000f lq")).toEqual([[{ text: "lq┌─┐ lq", look: {} }]]);
});
