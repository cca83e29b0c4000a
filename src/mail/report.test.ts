import { expect, test } from "vitest";
import type { ArmyFacts } from "#store/past-armies.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import type { Message } from "./message.ts";
import { formatId } from "./message-id.ts";
import { reportOf } from "./report.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const id = (seconds: number) => formatId({ time: NOW + seconds * 1000, count: 0, nonce: "0".repeat(12) });
const message = (at: number, from: string, to: string, more: Partial<Message> = {}): Message => ({
  ...{ id: id(at), from, to, subject: `${from} ${at}`, body: "b", thread: id(0), priority: "normal", state: "acked" },
  timestamp: new Date(NOW + at * 1000).toISOString(),
  ...more,
});

const facts: ArmyFacts = {
  ...{ session: "ovld-a", directory: "/p", formation: "overlord", multiplexer: "tmux" },
  ...{ started: new Date(NOW).toISOString(), ended: new Date(NOW + 3600_000).toISOString() },
  roles: sixRoles().roles,
  statuses: [{ role: "inferno", status: "done", task: "login", updated: new Date(NOW).toISOString() }],
  tokens: { inferno: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } },
  starts: { inferno: 3, storm: 1 },
  cuts: { storm: 2 },
};

async function* each(messages: Message[]): AsyncGenerator<Message> {
  yield* messages;
}

test("reports sent and received mail, answer times, waits, restarts and tokens of each role", async () => {
  const mail = [
    message(0, "user", "overlord", { priority: "urgent" }),
    message(10, "overlord", "inferno", { parent: id(0) }),
    message(40, "inferno", "overlord", { parent: id(10) }),
    message(50, "inferno", "storm", { parent: id(40), state: "bounced" }),
    message(60, "ovld", "inferno", { parent: "not-an-id", state: "queued" }),
  ];
  const report = await reportOf(facts, each(mail));
  expect(report).toMatchObject({ session: "ovld-a", messages: 5, urgent: 1, late: 1, unread: 2 });
  const role = (name: string) => report.roles.find((one) => one.role === name);
  expect(role("inferno")).toEqual({
    ...{ role: "inferno", sent: 2, received: 2, unread: 1, late: 0, answers: 2, meanAnswer: 20, longestAnswer: 30 },
    ...{ restarts: 2, cuts: 0, status: "done", task: "login", tokens: facts.tokens.inferno },
    lastSubjects: ["inferno 40", "inferno 50"],
  });
  expect(role("storm")).toMatchObject({ received: 1, late: 1, unread: 1, restarts: 0, cuts: 2, answers: 0 });
  expect(role("glacier")).toMatchObject({ sent: 0, restarts: 0, tokens: { input: 0 }, status: "idle" });
});

test("only the last subjects are kept", async () => {
  const mail = Array.from({ length: 100 }, (_, n) => message(n, "storm", "inferno"));
  const { roles } = await reportOf(facts, each(mail));
  expect(roles.at(-1)?.lastSubjects).toEqual(["storm 95", "storm 96", "storm 97", "storm 98", "storm 99"]);
});
