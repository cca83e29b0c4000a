import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDERS = ["src", "test", "bench", "scripts"];
const sources = ["vitest.config.ts"].concat(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  ),
);

/** Lines of comments, with their places. */
function commentLines(file: string): { line: string; at: string }[] {
  let isBlock = false;
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (/^\s*\/\*/.test(line)) isBlock = true;
      const isComment = isBlock || /^\s*\/\/ /.test(line);
      if (line.includes("*/")) isBlock = false;
      return isComment ? [{ line, at: `${file}:${index + 1}` }] : [];
    });
}

test("the subject of a comment is a thing of the program: who, whoever, nobody and somebody are people only", () => {
  const vague =
    /\b(whoever|nobody|somebody|someone|anybody|anyone|everybody|everyone)\b|(?<!\b(person|people|users?)) who\b/i;
  const found = sources.flatMap(commentLines).filter(({ line }) => vague.test(line));
  expect(found.map(({ at, line }) => `${at} ${line.trim()}`)).toEqual([]);
});

test("no identifier and no comment uses a word that was replaced by one of the field", () => {
  const replaced =
    /(courier|governor|warden|sweeper|patrol|campaign|herald|hindrance|typist|spectator|lookout|chronicle)/i;
  const found = sources.filter((file) => !file.endsWith("words.test.ts") && replaced.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});
