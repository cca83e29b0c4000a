import { expect, test } from "vitest";
import type { Deed } from "./ledger.ts";
import { judge, type Sending } from "./verdict.ts";

const roles = ["inferno", "storm"];
const byUser: Sending[] = [
  { id: "1", from: "user", to: "inferno" },
  { id: "2", from: "user", to: "inferno" },
];
const clean = { lost: [], forgotten: [], actedTwice: [], outOfOrder: [], submitted: [] };

function verdictOn(deeds: Record<string, Deed[]>, stored: readonly Sending[] = []) {
  return judge({ deedsOf: (role) => deeds[role] ?? [], roles, byUser, stored });
}

const read: Deed[] = [
  { acted: "1", from: "user" },
  { acted: "2", from: "user" },
];
const handedOn: Deed = { sent: "3", to: "storm" };

test("a run in which everything was read once and in order is clean", () => {
  const deeds = { inferno: [...read, handedOn], storm: [{ acted: "3", from: "inferno", after: "1" }] };
  expect(verdictOn(deeds)).toEqual({ sent: 3, ...clean });
});

test("what nobody was told of is lost, also when its sender never heard that it was stored", () => {
  expect(verdictOn({ inferno: [...read, handedOn] }).lost).toEqual(["3 inferno → storm"]);
  expect(verdictOn({ inferno: read }, [{ id: "4", from: "storm", to: "inferno" }]).lost).toEqual(["4 storm → inferno"]);
});

test("what a reader was told of and has no record of is forgotten", () => {
  const evidence = { deedsOf: (role: string) => (role === "inferno" ? read : []), roles, byUser, stored: [] };
  expect(judge({ ...evidence, remembered: new Set(["1"]) }).forgotten).toEqual(["2"]);
  expect(judge({ ...evidence, remembered: new Set(["1", "2"]) })).toEqual({ sent: 2, ...clean });
});

test("a message that is handed on twice was acted on twice, whoever did it", () => {
  const again: Deed[] = [
    { acted: "3", from: "inferno", after: "1" },
    { acted: "4", from: "inferno", after: "1" },
  ];
  expect(verdictOn({ inferno: read, storm: again }).actedTwice).toEqual(["1"]);
  expect(verdictOn({ inferno: [...read, ...read] }).actedTwice).toEqual(["1", "2"]);
});

test("what one sender wrote first and is read last is out of order", () => {
  expect(verdictOn({ inferno: read.toReversed() }).outOfOrder).toEqual(["1 user → inferno"]);
});

test("a draft that came to a model was sent", () => {
  const deeds = { inferno: read, storm: [{ submitted: "half a thought 7" }] };
  expect(verdictOn(deeds).submitted).toEqual(["storm: half a thought 7"]);
});
