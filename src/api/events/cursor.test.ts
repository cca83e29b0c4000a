import { expect, test } from "vitest";
import { decodeCursor, encodeCursor, type Position } from "./cursor.ts";

const journal = (n: number) => n.toString(16).padStart(6, "0").repeat(3).slice(0, 16);
const positionsOf = (armies: number, offset = 16 * 1024 * 1024) =>
  new Map<string, Position>(
    Array.from({ length: armies }, (_, n) => [
      `ovld-${"x".repeat(150)}-${n}`,
      { journal: journal(n), offset: offset + n },
    ]),
  );
const placesOf = (positions: ReadonlyMap<string, Position>) =>
  [...positions.values()].map(({ journal, offset }) => ({ journal: journal.slice(0, 12), offset }));

test("a cursor is read back as it was, and fits a header", () => {
  for (const armies of [0, 1, 2, 50])
    for (const offset of [0, 127, 128, 123_456_789_012]) {
      const positions = positionsOf(armies, offset);
      const text = encodeCursor(positions);
      expect(decodeCursor(text)).toEqual({ places: placesOf(positions), isCut: false });
      expect(text).toMatch(/^[\x21-\x7e]+$/);
    }
});

test("it stays small, whatever the names of the armies are and however many there are", () => {
  expect(encodeCursor(positionsOf(1)).length).toBeLessThan(20);
  expect(encodeCursor(positionsOf(50)).length).toBeLessThan(750);
  expect(encodeCursor(positionsOf(10_000)).length).toBeLessThan(5000);
  const cut = decodeCursor(encodeCursor(positionsOf(10_000)));
  expect(cut).toEqual({ places: placesOf(positionsOf(300)), isCut: true });
});

test.each(["", " ", "x", "a:b", "a:b:1,", "../a:b:1", "abc\nid: 2", "AAAAAAAA", "~AAA", "_".repeat(99)])(
  "%j is none",
  (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  },
);
