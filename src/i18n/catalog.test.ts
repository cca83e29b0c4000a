import { expect, test } from "vitest";
import { errorTable } from "#errors/error-table.ts";
import { describeExpectation, type Expectation } from "#errors/expectation.ts";
import { sampleExpectation as expected, sampleDetails as sample } from "#test/support/sample-details.ts";
import { textsOf } from "#test/support/texts-of.ts";
import { en } from "./en.ts";
import { enSettings } from "./en-settings.ts";
import { ja } from "./ja.ts";
import { jaDashboard } from "./ja-dashboard.ts";
import { jaDemo } from "./ja-demo.ts";
import { jaReport } from "./ja-report.ts";
import { jaSettings } from "./ja-settings.ts";
import { jaWork } from "./ja-work.ts";

const texts = (node: unknown) => textsOf(node, [sample, ["«b»"]]);

test("both languages have the same texts, none empty, and each is translated", () => {
  const parts = { ...en, settings: enSettings };
  const translated = { ...ja, settings: jaSettings };
  for (const part of [
    "help",
    "commands",
    "exitCodes",
    "settings",
    "init",
    "config",
    "paths",
    "doctor",
    "warnings",
  ] as const) {
    const [a, b] = [new Map(texts(parts[part])), new Map(texts(translated[part]))];
    expect([...b.keys()], part).toEqual([...a.keys()]);
    for (const [path, text] of b) expect(text.trim(), `${part}${path}`).not.toBe("");
    const same = [...b].filter(([path, text]) => a.get(path) === text && !/ovld |\.about$/.test(text + path));
    expect(same, part).toEqual([]);
  }
});

test("Japanese text uses Japanese commas and brackets, without nesting and without spaces around them", () => {
  const { errors: _, ...rest } = ja;
  for (const [path, text] of texts([rest, jaDashboard, jaDemo, jaReport, jaSettings, jaWork])) {
    expect(text, path).not.toMatch(/[\u3001-\u30ff\u4e00-\u9fff»] ?[(,]|[),] ?[\u3001-\u30ff\u4e00-\u9fff]| （|） /);
    expect(text, path).not.toMatch(/（[^）]*（/);
  }
  const { status, watch } = ja;
  expect(status.aside(status.moods.gone, watch.failures["agent-ended"](1))).toBe("不在（ステータス 1 で終了した）");
});

test("each mood has its own word, different from the states of an army", () => {
  for (const mood of ["starting", "ready", "busy", "gone", "unknown"] as const)
    expect(jaDashboard.moods[mood]).toBe(ja.status.moods[mood]);
  const { unknown: _, ...moods } = jaDashboard.moods;
  expect(Object.values(ja.status.states).filter((state) => Object.values(moods).includes(state))).toEqual([]);
});

test.each(Object.keys(errorTable))(
  "error %s: both languages have the same values, the message in one line and the hint in another",
  (code) => {
    const [a, b] = [en.errors, ja.errors].map(
      (errors) => errors[code as keyof typeof errors] as { message(v: unknown): string; hint?(v: unknown): string },
    );
    const marks = (text: string) => (text.match(/«\w+»/g) ?? []).sort();
    for (const wording of [a, b]) expect(wording?.message(sample)).not.toMatch(/\n|undefined|\[object/);
    expect(marks(b?.message(sample) ?? "")).toEqual(marks(a?.message(sample) ?? ""));
    const [hint, other] = [a, b].map((wording) => wording?.hint?.(sample) ?? "");
    for (const text of [hint, other]) expect(text).toMatch(/^[^\n]{8,160}[.。]$/);
    expect(other).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(marks(other ?? "")).toEqual(marks(hint ?? ""));
    expect(b?.message(sample)).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]|«/);
    expect(a?.message(sample)).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  },
);

test("every expectation has a text in both languages", () => {
  const all: Expectation[] = [
    expected,
    { type: "one-of", values: ["a"] },
    { type: "text" },
    { type: "text-matching", example: '"x"' },
    { type: "boolean" },
    { type: "whole-number" },
    { type: "whole-number", from: 1 },
    { type: "whole-number", to: 9 },
    { type: "whole-number", from: 1, to: 9 },
    { type: "number" },
    { type: "list" },
    { type: "table" },
    { type: "absolute-path" },
    { type: "present" },
    { type: "shorter", characters: 40 },
    { type: "not-empty" },
    { type: "plain-text" },
    { type: "unique" },
  ];
  for (const one of all) {
    expect(describeExpectation(one)).not.toBe("");
    expect(ja.errors["bad-flag-value"].message({ flag: "--x", found: "y", expected: one })).not.toMatch(/undefined/);
  }
});
