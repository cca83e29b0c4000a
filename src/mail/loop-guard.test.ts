import { expect, test } from "vitest";
import type { Clock } from "#base/clock.ts";
import { defaultConfig } from "#config/settings.ts";
import type { OvldError } from "#errors/ovld-error.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { guardedInbox } from "./guarded-inbox.ts";
import { type Cut, guardedMailer } from "./guarded-mailer.ts";
import { inbox } from "./inbox.ts";
import { loopGuard } from "./loop-guard.ts";
import { mailer } from "./mailer.ts";
import { type Message, USER } from "./message.ts";
import { markPending } from "./notifier.ts";
import type { Roster, StormLimits } from "./roster.ts";

const { storms } = defaultConfig();
const DEFAULTS: StormLimits = { pairPerMinute: storms.pair_per_minute, chainHops: storms.chain_hops };
const SECOND = 1000;

/** Three levels, as in the formation `mas`. */
function thirteenRoles(): Roster {
  const six = sixRoles();
  const entry = (id: string, rank: number, reportsTo?: string) => ({
    ...{ id, rank, icon: "*", name: { en: id, ja: id } },
    ...(reportsTo && { reportsTo }),
  });
  const teams = ["1", "2", "3"].flatMap((team) => [
    entry(`${team}0`, 2, "00"),
    ...["1", "2", "3"].map((n) => entry(`${team}${n}`, 3, `${team}0`)),
  ]);
  return { ...six, roles: [entry("00", 1), ...teams] };
}

/** Agents that read and write on one store, with a clock that only the test advances. */
async function army({ roster = sixRoles(), limits = DEFAULTS, onCut = () => {} }: ArmyOptions = {}) {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const clock: Clock = { now: () => now, elapsed: () => now, wait: async () => {} };
  const store = memoryRelayStore({ clock });
  await store.initialise(roster);
  const plain = () => mailer({ store, roster, clock, notifier: markPending(store.pending) });
  const agents = new Map<string, ReturnType<typeof agent>>();
  const agent = (role: string) => {
    const guard = loopGuard({ clock, limits });
    const mail = guardedMailer({ mailer: plain(), guard, roster, onCut });
    const box = guardedInbox(inbox({ store, role }), guard);
    return {
      async read(): Promise<Message[]> {
        const { messages, acknowledge } = await box.read();
        await acknowledge();
        return messages;
      },
      send: (to: string, body = "work", priority?: "urgent") =>
        mail.send({ from: role, to, subject: "s", body, priority }),
      broadcast: (body = "work") => mail.broadcast({ from: role, subject: "s", body }),
    };
  };
  const as = (role: string) => {
    const known = agents.get(role) ?? agent(role);
    agents.set(role, known);
    return known;
  };
  return {
    store,
    as,
    pass: (ms: number) => {
      now += ms;
    },
    human: (to: string) => plain().send({ from: USER, to, subject: "s", body: "build it" }),
  };
}

interface ArmyOptions {
  roster?: Roster;
  limits?: StormLimits;
  onCut?: (cut: Cut) => void;
}

const refusalOf = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error as OvldError,
  );

/** Each role forwards its mail to the next, `every` milliseconds after the last; stops at the first refusal. */
async function passRound(cycle: readonly string[], every: number) {
  const events: string[] = [];
  const { as, pass, store, human } = await army({ onCut: ({ code }) => void events.push(code) });
  await human(cycle[0] as string);
  let refusal: OvldError | undefined;
  let at = 0;
  for (; at < 1000 && !refusal; at++) {
    const [me, next] = [cycle[at % cycle.length] as string, cycle[(at + 1) % cycle.length] as string];
    await as(me).read();
    pass(every);
    refusal = await refusalOf(as(me).send(next, `handle this, step ${at}`));
    if (refusal) await refusalOf(as(me).send(next, "again"));
  }
  const sent = (await store.mail.all()).filter(({ from }) => from !== USER);
  return { refusal, sent, events, ms: at * every };
}

test.each([
  ["ping-pong", ["inferno", "storm"], 10],
  ["ping-pong of slow models", ["inferno", "storm"], 4 * SECOND],
  ["A→B→C→A", ["inferno", "storm", "glacier"], 10],
  ["A→B→C→A of slow models", ["inferno", "storm", "glacier"], 4 * SECOND],
  ["a round of all six", ["overlord", "strategist", "inferno", "glacier", "shadow", "storm"], 10],
])("%s is cut within a minute and fewer than 20 messages, and reported once", async (_what, cycle, every) => {
  const { refusal, sent, events, ms } = await passRound(cycle, every);
  expect(refusal).toMatchObject({ code: "storm-chain" });
  expect(refusal?.hint).toMatch(/^Nothing was sent\. Do not answer/);
  expect(sent.length).toBeLessThan(20);
  expect(ms).toBeLessThanOrEqual(60 * SECOND);
  expect(events).toEqual(["storm-chain"]);
});

test("a chain keeps its thread and counts its hops; all accepted messages are stored", async () => {
  const { sent } = await passRound(["inferno", "storm", "glacier"], 10);
  expect(sent.map(({ hops }) => hops)).toEqual(Array.from({ length: DEFAULTS.chainHops }, (_, n) => n + 1));
  expect(new Set(sent.map(({ thread }) => thread)).size).toBe(1);
  for (const [n, { parent }] of sent.entries()) if (n > 0) expect(parent).toBe(sent[n - 1]?.id);
});

test("a role that worked in between may report, also in a chain that was cut", async () => {
  const { as, pass, human } = await army();
  await human("inferno");
  let [me, next] = ["inferno", "storm"];
  for (let n = 0; n < DEFAULTS.chainHops; n++) {
    await as(me).read();
    await as(me).send(next);
    [me, next] = [next, me];
  }
  await as(me).read();
  pass(30 * SECOND);
  expect(await refusalOf(as(me).send(next))).toMatchObject({ code: "storm-chain", details: { seconds: 30 } });
  pass(30 * SECOND);
  expect((await as(me).send(next)).message.hops).toBe(1);
});

test("a flood of messages that are no answers is refused for the pair, for a minute", async () => {
  const { as, pass } = await army();
  for (let n = 0; n < DEFAULTS.pairPerMinute; n++) await as("inferno").send("storm", `part ${n}`);
  pass(10 * SECOND);
  const refusal = await refusalOf(as("inferno").send("storm"));
  expect(refusal).toMatchObject({ code: "storm-pair", details: { to: "storm", seconds: 50 } });
  expect((await as("inferno").send("glacier")).message.to).toBe("glacier");
  pass(50 * SECOND);
  expect((await as("inferno").send("storm")).message.to).toBe("storm");
});

test("both directions of a pair count", async () => {
  const { as } = await army({ limits: { pairPerMinute: 2, chainHops: 0 } });
  await as("inferno").send("storm");
  await as("storm").read();
  await as("storm").send("inferno");
  expect(await refusalOf(as("storm").send("inferno"))).toMatchObject({ code: "storm-pair" });
});

test("after late reading, the wait lasts only until the oldest message of the pair is a minute old", async () => {
  const { as, pass } = await army({ limits: { pairPerMinute: 2, chainHops: 0 } });
  await as("storm").send("inferno");
  pass(40 * SECOND);
  await as("inferno").send("storm");
  await as("inferno").read();
  const refusal = await refusalOf(as("inferno").send("storm"));
  expect(refusal).toMatchObject({ code: "storm-pair", details: { messages: 2, seconds: 20 } });
  pass(20 * SECOND);
  expect((await as("inferno").send("storm")).message.to).toBe("storm");
});

test("after reading more messages than the pair limit, the refusal contains the whole wait", async () => {
  const { as, pass } = await army({ limits: { pairPerMinute: 2, chainHops: 0 } });
  await as("inferno").send("storm");
  pass(10 * SECOND);
  for (let n = 0; n < 2; n++) await as("storm").send("inferno");
  await as("inferno").read();
  const refusal = await refusalOf(as("inferno").send("storm"));
  expect(refusal).toMatchObject({ code: "storm-pair", details: { messages: 3, seconds: 60 } });
  pass(60 * SECOND);
  expect((await as("inferno").send("storm")).message.to).toBe("storm");
});

test("the wait in a refusal is never 0 seconds", () => {
  let now = 0;
  const clock: Clock = { now: () => now++, elapsed: () => now, wait: async () => {} };
  const guard = loopGuard({ clock, limits: { pairPerMinute: 1, chainHops: 0 } });
  const draft = { from: "inferno", to: "storm", subject: "s", body: "work" };
  guard.admit(draft, guard.causeOf("storm"));
  now = 60 * SECOND - 1;
  expect(() => guard.admit(draft, guard.causeOf("storm"))).toThrow(
    expect.objectContaining({ code: "storm-pair", details: { to: "storm", messages: 1, seconds: 1 } }),
  );
});

test("a broadcast refused for several recipients is reported once for each, also after retries", async () => {
  const cuts: string[] = [];
  const { as } = await army({ limits: { pairPerMinute: 1, chainHops: 0 }, onCut: ({ to }) => void cuts.push(to) });
  await as("strategist").broadcast();
  for (let n = 0; n < 3; n++) await refusalOf(as("strategist").broadcast());
  expect(cuts.toSorted()).toEqual(["glacier", "inferno", "overlord", "shadow", "storm"]);
});

test("a message that could not be stored does not count", async () => {
  const { as } = await army({ limits: { pairPerMinute: 1, chainHops: 0 } });
  expect(await refusalOf(as("inferno").send("storm", "x".repeat(300_000)))).toMatchObject({ code: "body-too-long" });
  await as("inferno").send("storm");
  expect(await refusalOf(as("inferno").send("storm"))).toMatchObject({ code: "storm-pair" });
});

test("an acknowledgement is never urgent, and answering it with another one is refused", async () => {
  const { as } = await army();
  expect((await as("inferno").send("storm", "Thanks!", "urgent")).message.priority).toBe("normal");
  await as("storm").read();
  expect(await refusalOf(as("storm").send("inferno", "You are welcome!"))).toMatchObject({ code: "storm-thanks" });
  expect((await as("storm").send("inferno", "One more thing: the port is 4000.")).message.hops).toBe(2);
});

test("a broadcast returns the remaining allowance and the failed recipients", async () => {
  const { as } = await army({ limits: { pairPerMinute: 2, chainHops: 0 } });
  await as("strategist").send("inferno");
  expect(await as("strategist").broadcast()).toMatchObject({ allowance: 0, failed: [] });
  const second = await as("strategist").broadcast();
  expect(second.sent).toHaveLength(4);
  expect(second.failed).toEqual([{ to: "inferno", reason: expect.stringContaining("within a minute") }]);
  expect(await refusalOf(as("strategist").broadcast())).toMatchObject({ code: "storm-pair" });
});

test("without limits no message is refused", async () => {
  const { as } = await army({ limits: { pairPerMinute: 0, chainHops: 0 } });
  for (let n = 0; n < 100; n++) await as("inferno").send("storm");
  expect((await as("inferno").broadcast()).allowance).toBeUndefined();
});

/** Very fast models: a few seconds from reading to writing, and half a minute of work. */
const THINKING = 4 * SECOND;
const WORKING = 30 * SECOND;

test("rounds of a real project are never cut: orders, a question, reports and a broadcast", async () => {
  const { as, pass, human, store } = await army();
  const kings = ["inferno", "glacier", "shadow", "storm"];
  await human("overlord");
  for (let round = 0; round < 20; round++) {
    await as("overlord").read();
    pass(THINKING);
    await as("overlord").send("strategist", `goal ${round}`);
    await as("strategist").read();
    for (const king of kings) {
      pass(THINKING);
      await as("strategist").send(king, `part of ${round}`);
    }
    for (const king of kings) {
      await as(king).read();
      pass(THINKING);
      await as(king).send("strategist", "which folder?");
    }
    await as("strategist").read();
    for (const king of kings) await as("strategist").send(king, "src");
    for (const king of kings) {
      await as(king).read();
      await as(king).send("strategist", "了解");
    }
    pass(WORKING);
    for (const king of kings) await as(king).send("strategist", `part of ${round} is done, tests pass`);
    await as("strategist").read();
    pass(THINKING);
    await as("strategist").broadcast(`round ${round} is over`);
    await as("strategist").send("overlord", `goal ${round} reached`);
    for (const king of kings) await as(king).read();
  }
  expect((await store.mail.all()).length).toBeGreaterThan(20 * 20);
});

test("rounds of thirteen roles on three levels are never cut", async () => {
  const { as, pass, human, store } = await army({ roster: thirteenRoles() });
  await human("00");
  for (let round = 0; round < 20; round++) {
    await as("00").read();
    pass(THINKING);
    for (const team of ["1", "2", "3"]) await as("00").send(`${team}0`, `goal ${round}`);
    for (const team of ["1", "2", "3"]) {
      const workers = ["1", "2", "3"].map((n) => team + n);
      await as(`${team}0`).read();
      pass(THINKING);
      for (const worker of workers) await as(`${team}0`).send(worker, `part of ${round}`);
      for (const worker of workers) await as(worker).read();
      pass(WORKING);
      for (const worker of workers) await as(worker).send(`${team}0`, "done, tests pass");
      await as(`${team}0`).read();
      pass(THINKING);
      await as(`${team}0`).send("00", `goal ${round} reached`);
    }
  }
  expect((await store.mail.all()).length).toBeGreaterThan(20 * 24);
});

test("each message of a human starts a new chain in a conversation with an agent", async () => {
  const { as, human } = await army();
  for (let n = 0; n < 30; n++) {
    await human("overlord");
    await as("overlord").read();
    if (n < DEFAULTS.pairPerMinute) expect((await as("overlord").send("strategist")).message.hops).toBe(1);
  }
});
