import { expect, test } from "vitest";
import type { Progress } from "#agent-cli/observer.ts";
import type { Recollection } from "./recall.ts";
import { decideReceipts, toRecall } from "./receipt-rules.ts";
import { type After, noReceipts, type ReceiptEvent, type SeenProgress } from "./receipt-state.ts";

const atWork: Progress = { steps: 3, conversation: "first" };

/** A new object for each call, which identifies its settlement. */
const moves = (): After => ({ acknowledge: async () => {}, release: async () => {} });

/** The settlements of these events, in order, after calls 1 and 2 were answered. */
function settled(seen: SeenProgress | undefined, events: readonly ReceiptEvent[]) {
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

test("recorded answers are acknowledged; left out ones are released first", () => {
  expect(settled(atWork, [recalled("kept", "left out")])).toEqual(["release 2", "acknowledge 1"]);
  expect(settled(atWork, [recalled("not yet", "kept")])).toEqual(["acknowledge 2"]);
});

test("mail from before a change of the conversation is released", () => {
  const elsewhere = { steps: 9, conversation: "second" };
  expect(settled(atWork, [{ what: "seen", now: elsewhere, known }])).toEqual(["release 1", "release 2"]);
  expect(settled(atWork, [{ what: "seen", now: elsewhere, known: new Set(["ovld-receipt-2"]) }])).toEqual([
    "release 2",
  ]);
});

test("for a silent agent, an answer of the client acknowledges the mail before its question", () => {
  expect(settled("silent", [{ what: "taken", question: "ovld-receipt-1" }])).toEqual(["acknowledge 1"]);
  expect(settled("silent", [{ what: "taken" }])).toEqual(["acknowledge 1", "acknowledge 2"]);
  expect(settled(atWork, [{ what: "taken" }])).toEqual([]);
});

test("the end releases all unproved mail, and later events have no effect", () => {
  expect(settled(atWork, [{ what: "ended" }, recalled("kept", "kept")])).toEqual(["release 1", "release 2"]);
});

test("the transcript is read only for mail that is two steps old", () => {
  const given = { after: moves(), seen: atWork };
  const [awaited] = decideReceipts(noReceipts, { what: "awaited", id: 1, given });
  const [state] = decideReceipts(awaited, { what: "written", id: 1 });
  const askedAt = (steps: number) => toRecall(state, { what: "seen", now: { ...atWork, steps }, known }).length;
  expect([3, 4, 5].map(askedAt)).toEqual([0, 0, 1]);
  expect(toRecall(state, { what: "seen", now: "silent", known })).toEqual([]);
});
