import fc from "fast-check";
import { expect, test } from "vitest";
import { amount } from "#test/support/amount.ts";
import { firstFrom, mergeMail } from "./merge-mail.ts";

const sorted = fc.array(fc.stringMatching(/^[a-c]{1,3}$/), { maxLength: 12 }).map((ids) => ids.sort());

test("all ids of all sources come in order, each with its source", () => {
  fc.assert(
    fc.property(fc.array(sorted, { maxLength: 6 }), fc.constantFrom("oldest", "newest"), (lists, order) => {
      const sources = lists.map((ids, name) => ({ ids, from: 0, to: ids.length, name }));
      const found = [...mergeMail(sources, order)].map(({ id, source }) => ({ id, name: source.name }));
      const all = lists.flatMap((ids, name) => ids.map((id) => ({ id, name })));
      const key = ({ id, name }: { id: string; name: number }) => `${id} ${name}`;
      expect(found.map(key).sort()).toEqual(all.map(key).sort());
      const ids = all.map(({ id }) => id).sort();
      expect(found.map(({ id }) => id)).toEqual(order === "oldest" ? ids : ids.reverse());
    }),
    { numRuns: amount(1000) },
  );
});

test("only the named range of a list takes part", () => {
  const ids = ["a", "b", "c", "d"];
  const from = [...mergeMail([{ ids, from: 1, to: 3 }], "newest")].map(({ id }) => id);
  expect(from).toEqual(["c", "b"]);
});

test("firstFrom finds the first id that is not below the bound", () => {
  fc.assert(
    fc.property(sorted, fc.stringMatching(/^[a-c]{0,3}$/), (ids, bound) => {
      const at = firstFrom(ids, bound);
      expect(ids.slice(0, at).every((id) => id < bound)).toBe(true);
      expect(ids.slice(at).every((id) => id >= bound)).toBe(true);
    }),
    { numRuns: amount(1000) },
  );
});
