import { expect, test } from "vitest";
import { decodeCursor, encodeCursor, type Position } from "./cursor.ts";

const fileId = (n: number) => n.toString(16).padStart(6, "0").repeat(3).slice(0, 16);
const positionsOf = (armies: number, offset = 16 * 1024 * 1024) =>
  new Map<string, Position>(
    Array.from({ length: armies }, (_, n) => [
      `ovld-${"x".repeat(150)}-${n}`,
      { fileId: fileId(n), offset: offset + n },
    ]),
  );
const shortened = (positions: ReadonlyMap<string, Position>) =>
  [...positions.values()].map(({ fileId, offset }) => ({ fileId: fileId.slice(0, 12), offset }));

test("a cursor is decoded as it was encoded, and fits into a header", () => {
  for (const armies of [0, 1, 2, 50])
    for (const offset of [0, 127, 128, 123_456_789_012]) {
      const positions = positionsOf(armies, offset);
      const text = encodeCursor(positions);
      expect(decodeCursor(text)).toEqual({ positions: shortened(positions), isCut: false });
      expect(text).toMatch(/^[\x21-\x7e]+$/);
    }
});

test("a cursor stays small with long names and many armies", () => {
  expect(encodeCursor(positionsOf(1)).length).toBeLessThan(20);
  expect(encodeCursor(positionsOf(50)).length).toBeLessThan(750);
  expect(encodeCursor(positionsOf(10_000)).length).toBeLessThan(5000);
  const cut = decodeCursor(encodeCursor(positionsOf(10_000)));
  expect(cut).toEqual({ positions: shortened(positionsOf(300)), isCut: true });
});

test.each(["", " ", "x", "a:b", "a:b:1,", "../a:b:1", "abc\nid: 2", "AAAAAAAA", "~AAA", "_".repeat(99)])(
  "%j is no cursor",
  (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  },
);
