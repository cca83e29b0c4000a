import fc from "fast-check";
import { expect, test } from "vitest";
import { finishKeys, type Key, parseKeys } from "./keys.ts";

const names = (input: string) => parseKeys(input).keys.map((key) => (key.name === "text" ? key.text : key.name));

test("parses the keys of every terminal, with and without modifiers", () => {
  expect(names("\u001b[A\u001bOA\u001b[1;5A\u001b[B\u001b[C\u001b[D")).toEqual([
    "up",
    "up",
    "up",
    "down",
    "right",
    "left",
  ]);
  expect(names("\u001b[H\u001b[1~\u001b[7~\u001bOH\u001b[F\u001b[4~\u001b[8~")).toEqual([
    ...["home", "home", "home", "home", "end", "end", "end"],
  ]);
  expect(names("\u001b[3~\u001b[5~\u001b[6~\r\n\u007f\b\u0015\u0017\u0003\u000c")).toEqual([
    ...[
      "delete",
      "page-up",
      "page-down",
      "enter",
      "enter",
      "backspace",
      "backspace",
      "clear",
      "word",
      "interrupt",
      "redraw",
    ],
  ]);
});

test("an unknown sequence such as `[24~` is not text", () => {
  expect(names("a\u001b[24~b\u001b[?62;c\u0002c")).toEqual(["a", "other", "b", "other", "other", "c"]);
});

test("several keys in one chunk are parsed, also Japanese and emoji", () => {
  expect(names("jj業火🔥q")).toEqual(["j", "j", "業", "火", "🔥", "q"]);
});

test("a pasted text contains no keys and keeps its lines", () => {
  expect(parseKeys("\u001b[200~q\r\nr\ry\u001b[201~m").keys).toEqual([
    { name: "paste", text: "q\nr\ny" },
    { name: "text", text: "m" },
  ]);
  const { keys, rest } = parseKeys("\u001b[200~quit");
  expect(keys).toEqual([]);
  expect(finishKeys(rest)).toEqual([{ name: "paste", text: "quit" }]);
});

test("a lone Escape is final after a timeout", () => {
  const { keys, rest } = parseKeys("\u001b");
  expect([keys, rest]).toEqual([[], "\u001b"]);
  expect(finishKeys(rest)).toEqual([{ name: "escape" }]);
  expect(names("\u001bq")).toEqual(["escape", "q"]);
  expect(names("\u001b\u001b[A")).toEqual(["escape", "up"]);
});

test("input can be split anywhere", () => {
  const piece = fc.constantFrom(
    "q",
    "業",
    "🔥",
    "\u001b[A",
    "\u001bOB",
    "\u001b[1;5C",
    "\u001b[3~",
    "\r",
    "\u001b[200~x\ry\u001b[201~",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
      (pieces, sizes) => {
        const input = pieces.join("");
        const keys: Key[] = [];
        let rest = "";
        for (let at = 0; at < input.length; ) {
          let size = sizes.next().value ?? 1;
          // A stream that decodes UTF-8 never splits a character.
          if (/[\ud800-\udbff]/.test(input[at + size - 1] ?? "")) size++;
          const parsed = parseKeys(rest + input.slice(at, at + size));
          keys.push(...parsed.keys);
          rest = parsed.rest;
          at += size;
        }
        expect([...keys, ...finishKeys(rest)]).toEqual(parseKeys(input).keys);
      },
    ),
  );
});
