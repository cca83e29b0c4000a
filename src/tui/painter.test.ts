import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, plainText, span } from "./line.ts";
import { openPainter } from "./painter.ts";

const screen = (lines: Line[], cursor?: { row: number; column: number }) => ({ lines, cursor, refs: [] });

function recorded(isColoured = false) {
  const writes: string[] = [];
  return { writes, painter: openPainter({ write: (text) => void writes.push(text) }, { isColoured }) };
}

test("writes once for a changed screen, and nothing for an unchanged one", () => {
  const { writes, painter } = recorded(true);
  painter.show(screen([[span("a", "good")], [span("b")]]));
  painter.show(screen([[span("a", "good")], [span("b  ")]]));
  expect(writes).toHaveLength(1);
  painter.show(screen([[span("a", "bad")], [span("b")]]));
  expect(writes).toHaveLength(2);
  expect(writes[1]).toContain("\u001b[31ma");
  expect(writes[1]).not.toContain("b");
});

test("a cursor movement is a change; without changed rows only the cursor is written", () => {
  const { writes, painter } = recorded();
  painter.show(screen([[span("a")]], { row: 0, column: 1 }));
  painter.show(screen([[span("a")]], { row: 0, column: 1 }));
  painter.show(screen([[span("a")]], { row: 0, column: 2 }));
  painter.show(screen([[span("a")]]));
  expect(writes).toHaveLength(3);
  expect(writes.slice(1).join("")).not.toContain("a");
});

test("repaints everything after the terminal's content is unknown", () => {
  const { writes, painter } = recorded();
  painter.show(screen([[span("a")], [span("b")]]));
  painter.forget();
  painter.show(screen([[span("a")], [span("b")]]));
  expect(writes[1]).toBe(writes[0]);
});

test("after any sequence of screens the terminal shows the last one", () => {
  const line = fc.array(
    fc.constantFrom("", "a", "業火", "🔥 ", "  ").map((text) => span(text)),
    { maxLength: 3 },
  );
  const screens = fc.array(fc.option(fc.array(line, { minLength: 3, maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(screens, (steps) => {
      const { writes, painter } = recorded();
      for (const lines of steps) lines ? painter.show(screen(lines)) : painter.forget();
      const last = steps.findLast((lines) => lines !== null);
      if (last) expect(rowsAfter(writes, last.length)).toEqual(last.map(plainText));
    }),
  );
});

/** Emulates a terminal that understands clearing, row addressing and text. */
function rowsAfter(writes: readonly string[], rows: number): string[] {
  const shown: string[] = Array.from({ length: rows }, () => "garbage");
  for (const text of writes) {
    if (text.includes("\u001b[J")) shown.fill("");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is written to terminals.
    for (const [, row, put = ""] of text.matchAll(/\u001b\[(\d+);1H\u001b\[2K([^\u001b]*)/g))
      shown[Number(row) - 1] = put;
  }
  return shown;
}
