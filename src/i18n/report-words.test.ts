import { expect, test } from "vitest";
import { reportWords } from "./report-words.ts";

/** Every text by its path; functions are called with recognisable values. */
function texts(node: unknown, path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node === "function") return [[path, String(node("«a»", "«b»", "«c»", "«d»"))]];
  return Object.entries(node as object).flatMap(([key, child]) => texts(child, `${path}.${key}`));
}

test("both languages have the same texts with the same values, and each is translated", () => {
  const [en, ja] = [new Map(texts(reportWords("en"))), new Map(texts(reportWords("ja")))];
  expect([...ja.keys()]).toEqual([...en.keys()]);
  for (const [path, text] of ja) {
    const english = en.get(path) ?? "";
    expect(text.match(/«\w»/g)?.sort() ?? [], path).toEqual(english.match(/«\w»/g)?.sort() ?? []);
    if (path !== ".cost.noLimit" && path !== ".report.seconds")
      expect(text, path).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(english, path).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  }
});
