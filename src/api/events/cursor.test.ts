import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";

test("a cursor is read back as it was, and fits a header", () => {
  const positions = new Map([
    ["ovld-a", { journal: "0123456789abcdef", offset: 0 }],
    ["ovld-b_2", { journal: "fedcba9876543210", offset: 123_456_789_012 }],
  ]);
  for (const one of [positions, new Map()]) expect(decodeCursor(encodeCursor(one))).toEqual(one);
  expect(encodeCursor(new Map())).not.toBe("");
  expect(encodeCursor(positions)).toMatch(/^[\x21-\x7e]+$/);
});

test.each(["", " ", "x", "a:b", "a:b:c", "a:b:-1", "a:b:1,", "../a:b:1", "a:b:1\nid: 2", `a:b:${"9".repeat(16)}`])(
  "%j is none",
  (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  },
);
