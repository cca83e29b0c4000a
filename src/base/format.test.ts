import { expect, test } from "vitest";
import { FORMAT, formatted, parseFormatted } from "./format.ts";

test("a file has its format number and reads back unchanged", () => {
  expect(parseFormatted("a.json", formatted({ name: "x" }))).toEqual({ version: FORMAT, name: "x" });
});

test("a later format is refused with the file's name; other content is left to the caller", () => {
  const later = JSON.stringify({ version: FORMAT + 1 });
  expect(() => parseFormatted("/home/a.json", later)).toThrow(/^\/home\/a\.json has format 3; .* up to 2$/);
  expect(parseFormatted("a.json", '{"version":1}')).toEqual({ version: 1 });
  for (const text of ["[]", "null", '{"version":"9"}'])
    expect(parseFormatted("a.json", text)).toEqual(JSON.parse(text));
  expect(parseFormatted("a.json", "{")).toBeUndefined();
});
