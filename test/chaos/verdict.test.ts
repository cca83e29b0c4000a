import { expect, test } from "vitest";
import type { LedgerEntry } from "./ledger.ts";
import { judge, type Sending } from "./verdict.ts";

const roles = ["inferno", "storm"];
const byUser: Sending[] = [
  { id: "1", from: "user", to: "inferno" },
  { id: "2", from: "user", to: "inferno" },
];
const clean = { lost: [], forgotten: [], actedTwice: [], outOfOrder: [], submitted: [] };

function verdictOn(entries: Record<string, LedgerEntry[]>, stored: readonly Sending[] = []) {
  return judge({ entriesOf: (role) => entries[role] ?? [], roles, byUser, stored });
}

const read: LedgerEntry[] = [
  { acted: "1", from: "user" },
  { acted: "2", from: "user" },
];
const handedOn: LedgerEntry = { sent: "3", to: "storm" };

test("a run in which each message was read once and in order has no faults", () => {
  const entries = { inferno: [...read, handedOn], storm: [{ acted: "3", from: "inferno", after: "1" }] };
  expect(verdictOn(entries)).toEqual({ sent: 3, ...clean });
});

test("an unread message is lost, also when its sender got no acknowledgement", () => {
  expect(verdictOn({ inferno: [...read, handedOn] }).lost).toEqual(["3 inferno → storm"]);
  expect(verdictOn({ inferno: read }, [{ id: "4", from: "storm", to: "inferno" }]).lost).toEqual(["4 storm → inferno"]);
});

test("a message that was read but is missing from the transcripts is forgotten", () => {
  const evidence = { entriesOf: (role: string) => (role === "inferno" ? read : []), roles, byUser, stored: [] };
  expect(judge({ ...evidence, remembered: new Set(["1"]) }).forgotten).toEqual(["2"]);
  expect(judge({ ...evidence, remembered: new Set(["1", "2"]) })).toEqual({ sent: 2, ...clean });
});

test("a message that is forwarded twice was acted on twice, by one role or by two", () => {
  const again: LedgerEntry[] = [
    { acted: "3", from: "inferno", after: "1" },
    { acted: "4", from: "inferno", after: "1" },
  ];
  expect(verdictOn({ inferno: read, storm: again }).actedTwice).toEqual(["1"]);
  expect(verdictOn({ inferno: [...read, ...read] }).actedTwice).toEqual(["1", "2"]);
});

test("a message is out of order when a later one of its sender is read first", () => {
  expect(verdictOn({ inferno: read.toReversed() }).outOfOrder).toEqual(["1 user → inferno"]);
});

test("a draft that an agent received was submitted", () => {
  const entries = { inferno: read, storm: [{ submitted: "half a thought 7" }] };
  expect(verdictOn(entries).submitted).toEqual(["storm: half a thought 7"]);
});
