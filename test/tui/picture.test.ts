import { expect, test } from "vitest";
import { styledLines } from "#base/styled-text.ts";
import { runsIn, terminalSvg } from "../../scripts/terminal-svg.ts";

const runsOf = (row: string) => runsIn(styledLines(row)[0] ?? []);

test("every run of text has its own column and colour", () => {
  expect(runsOf("ab  c d\u001b[1m業火\u001b[0m 🔥⚔  x \u001b[31mbad\u001b[39m")).toMatchObject([
    { text: "ab ", column: 0, width: 3 },
    { text: "c d", column: 4, width: 3 },
    { text: "業火", column: 7, width: 4, look: { bold: true } },
    { text: "🔥", column: 12, width: 2 },
    { text: "⚔", column: 14, width: 1 },
    { text: "x ", column: 17, width: 2 },
    { text: "bad", column: 19, width: 3, look: { foreground: 1 } },
  ]);
});

test("wide characters keep the gaps between them", () => {
  expect(runsOf("役割    申告 観").map(({ text, column }) => [text, column])).toEqual([
    ["役割", 0],
    ["申告", 8],
    ["観", 13],
  ]);
});

test("the picture is valid XML with escaped text", () => {
  const svg = terminalSvg('a < b & "c"\n\u001b[32mgood\u001b[39m\n', { columns: 20, title: "x" });
  expect(svg).toContain(">a &lt; b &amp; &quot;c&quot;</text>");
  expect(svg).toContain('fill="#9ece6a">good</text>');
  expect(svg).toMatch(/viewBox="0 0 196 64"/);
});
