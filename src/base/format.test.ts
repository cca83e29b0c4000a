import { expect, test } from "vitest";
import { FORMAT, formatted, parseFormatted } from "./format.ts";

test("a file carries its format, and comes back as it was", () => {
  expect(parseFormatted("a.json", formatted({ name: "x" }))).toEqual({ version: FORMAT, name: "x" });
});

test("a later format is refused by the file's name; an earlier one, none and what is no JSON are the reader's to judge", () => {
  const later = JSON.stringify({ version: FORMAT + 1 });
  expect(() => parseFormatted("/home/a.json", later)).toThrow(/^\/home\/a\.json has format 3; .* up to 2$/);
  expect(parseFormatted("a.json", '{"version":1}')).toEqual({ version: 1 });
  for (const text of ["[]", "null", '{"version":"9"}'])
    expect(parseFormatted("a.json", text)).toEqual(JSON.parse(text));
  expect(parseFormatted("a.json", "{")).toBeUndefined();
});
