import { expect, test } from "vitest";
import type { Progress } from "#agent-cli/agent-cli.ts";
import type { Recollection } from "./recall.ts";
import { decideReceipts, toRecall } from "./receipt-rules.ts";
import { type After, noReceipts, type ReceiptEvent, type Sight } from "./receipt-state.ts";

const atWork: Progress = { steps: 3, conversation: "first" };

/** A new object for each call, by which its settlement is known. */
const moves = (): After => ({ acknowledge: async () => {}, release: async () => {} });

/** What is settled by these events, in order, after calls 1 and 2 were answered. */
function settled(seen: Sight | undefined, events: readonly ReceiptEvent[]) {
  const names = new Map([1, 2].map((id) => [moves(), id]));
  const given = [...names].flatMap(([after, id]): ReceiptEvent[] => [
    { what: "awaited", id, given: { after, seen } },
    { what: "written", id },
  ]);
  let state = noReceipts;
  return [...given, ...events].flatMap((event) => {
    const [next, settlements] = decideReceipts(state, event);
    state = next;
    return settlements.map(({ after, move }) => `${move} ${names.get(after)}`);
  });
}

const known = new Set(["ovld-receipt-1", "ovld-receipt-2"]);
const recalled = (...found: Recollection[]): ReceiptEvent => ({
  what: "recalled",
  found: new Map([...known].map((question, index) => [question, found[index] ?? "not yet"])),
});

test("what the transcript keeps is acknowledged, what it leaves out is released first", () => {
  expect(settled(atWork, [recalled("kept", "left out")])).toEqual(["release 2", "acknowledge 1"]);
  expect(settled(atWork, [recalled("not yet", "kept")])).toEqual(["acknowledge 2"]);
});

test("an agent in another conversation does not have what was handed over before", () => {
  const elsewhere = { steps: 9, conversation: "second" };
  expect(settled(atWork, [{ what: "seen", now: elsewhere, known }])).toEqual(["release 1", "release 2"]);
  expect(settled(atWork, [{ what: "seen", now: elsewhere, known: new Set(["ovld-receipt-2"]) }])).toEqual([
    "release 2",
  ]);
});

test("a client that reads proves what was before its question, where its agent is silent", () => {
  expect(settled("silent", [{ what: "taken", question: "ovld-receipt-1" }])).toEqual(["acknowledge 1"]);
  expect(settled("silent", [{ what: "taken" }])).toEqual(["acknowledge 1", "acknowledge 2"]);
  expect(settled(atWork, [{ what: "taken" }])).toEqual([]);
});

test("at the end all that is not proved is released, and nothing counts afterwards", () => {
  expect(settled(atWork, [{ what: "ended" }, recalled("kept", "kept")])).toEqual(["release 1", "release 2"]);
});

test("the transcript is asked only of mail that is two steps old", () => {
  const given = { after: moves(), seen: atWork };
  const [awaited] = decideReceipts(noReceipts, { what: "awaited", id: 1, given });
  const [state] = decideReceipts(awaited, { what: "written", id: 1 });
  const askedAt = (steps: number) => toRecall(state, { what: "seen", now: { ...atWork, steps }, known }).length;
  expect([3, 4, 5].map(askedAt)).toEqual([0, 0, 1]);
  expect(toRecall(state, { what: "seen", now: "silent", known })).toEqual([]);
});
