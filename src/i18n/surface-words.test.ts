import { expect, test } from "vitest";
import { textsOf } from "#test/support/texts-of.ts";
import { apiWords } from "./api-words.ts";
import { dashboardWords } from "./dashboard-words.ts";
import { demoWords } from "./demo-words.ts";
import { reportWords } from "./report-words.ts";
import { workWords } from "./work-words.ts";

const values = ["«a»", "«b»", "«c»", "«d»"];
const lists = [["«a»"], "«b»", "«c»", "«d»"];

/** The words of a surface, the values of its texts, and the texts that are the same in both languages. */
const surfaces = {
  api: { words: apiWords, values: lists, same: /^$/ },
  // Key names are not translated.
  dashboard: { words: dashboardWords, values, same: /^\.(keys\.\w+|help\.lines\.\d+)\.0$/ },
  demo: { words: demoWords, values: lists, same: /^\.(kings\.\w+\.(file|content)|summary\.separator|next.*)$/ },
  report: { words: reportWords, values, same: /^\.(cost\.noLimit|report\.seconds)$/ },
  work: { words: workWords, values: lists, same: /^$/ },
};

test.each(Object.entries(surfaces))(
  "%s: both languages have the same texts with the same values, and each is translated",
  (_, { words, values, same }) => {
    const [en, ja] = [new Map(textsOf(words("en"), values)), new Map(textsOf(words("ja"), values))];
    expect([...ja.keys()]).toEqual([...en.keys()]);
    for (const [path, text] of ja) {
      const english = en.get(path) ?? "";
      expect(text.trim(), path).not.toBe("");
      expect(text.match(/«\w»/g)?.sort() ?? [], path).toEqual(english.match(/«\w»/g)?.sort() ?? []);
      if (!same.test(path)) expect(text, path).toMatch(/[\u3001\u3040-\u30ff\u4e00-\u9fff]/);
      expect(english, path).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    }
  },
);
