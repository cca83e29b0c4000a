import { expect, test } from "vitest";
import type { Mood } from "#agent-cli/observer.ts";
import type { TokenUse } from "#agent-cli/usage.ts";
import type { Clock } from "#base/clock.ts";
import { memoryRelayStore } from "#store/memory/relay-store.ts";
import { scriptedWaker } from "#test/support/scripted-waker.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { breachOf, nothingUsed } from "./budget.ts";
import { commandersOf } from "./commanders.ts";
import { SYSTEM, USER } from "./message.ts";
import { markPending } from "./notifier.ts";
import type { RelaySettings, UseLimits } from "./roster.ts";
import { usageGuard } from "./usage-guard.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();

async function army({ role = "inferno", lang = "en" }: { role?: string; lang?: RelaySettings["lang"] } = {}) {
  let now = NOW;
  const clock: Clock = { now: () => now, elapsed: () => now, wait: async () => {} };
  const store = memoryRelayStore({ clock });
  const roster = sixRoles({ lang });
  await store.initialise(roster);
  const waker = scriptedWaker();
  const fixture: { limits: UseLimits; used: Record<string, Partial<TokenUse>> } = {
    limits: { tokensPerRole: 0, tokensTotal: 0, resume: false },
    used: {},
  };
  const start = () =>
    usageGuard({
      ...{ role, store, roster, clock, waker, observer: waker },
      notifier: markPending(store.pending),
      pathsOf: (one) => ({ role: one, folder: "/f", relay: "/f/relay" }),
      meter: (paths) => async () => ({ ...nothingUsed, ...fixture.used[paths.role] }),
      limits: async () => fixture.limits,
    });
  return {
    ...{ store, waker, fixture, start },
    pass: (ms: number) => {
      now += ms;
    },
    mailTo: async (to: string) => (await store.mail.unread(to)).map(({ from, subject }) => `${from}: ${subject}`),
  };
}

test("an agent at its token limit is parked, and its commanders are informed once, even after a relay restart", async () => {
  const { fixture, waker, start, mailTo } = await army();
  fixture.limits = { ...fixture.limits, tokensPerRole: 1000 };
  fixture.used.inferno = { input: 500, output: 300, cacheRead: 1_000_000 };
  const guard = start();
  await guard.look();
  expect(waker.moods.get("inferno")).toBeUndefined();
  fixture.used.inferno = { input: 500, output: 300, cacheWrite: 200 };
  await guard.look();
  expect(waker.moods.get("inferno")).toMatchObject({
    mood: "parked",
    detail: "token limit of this role reached: 1,000 of 1,000 used; parked by ovld ([limits] in config.toml)",
  });
  await guard.look();
  await start().look();
  const told = [`${SYSTEM}: inferno is parked: the token limit is reached`];
  expect(await mailTo("strategist")).toEqual(told);
  expect(await mailTo("overlord")).toEqual(told);
  expect(await mailTo("inferno")).toEqual([]);
});

test("a raised limit unparks the agent and sends it a message", async () => {
  const { fixture, waker, start, mailTo } = await army({ lang: "ja" });
  fixture.limits = { ...fixture.limits, tokensPerRole: 10 };
  fixture.used.inferno = { output: 10 };
  const guard = start();
  await guard.look();
  expect(waker.moods.get("inferno")?.mood).toBe("parked");
  fixture.limits = { ...fixture.limits, tokensPerRole: 20 };
  await guard.look();
  expect(waker.moods.get("inferno")).toBeUndefined();
  expect(await mailTo("inferno")).toEqual([`${SYSTEM}: トークンの上限が引き上げられました`]);
});

test("a message that could not be stored is sent at the next check, for unparking and for an ended limit", async () => {
  const { fixture, waker, start, store, mailTo, pass } = await army();
  fixture.limits = { ...fixture.limits, tokensPerRole: 10, resume: true };
  fixture.used.inferno = { output: 10 };
  const guard = start();
  await guard.look();
  const { put } = store.mail;
  const failingOnce = async () => {
    store.mail.put = async () => {
      throw new Error("no room");
    };
    await expect(guard.look()).rejects.toThrow("no room");
    store.mail.put = put;
    await guard.look();
  };
  fixture.limits = { ...fixture.limits, tokensPerRole: 20 };
  await failingOnce();
  expect(waker.moods.get("inferno")).toBeUndefined();
  waker.moods.set("inferno", { mood: "limited", since: iso(NOW), until: iso(NOW + MINUTE) });
  await guard.look();
  pass(2 * MINUTE);
  waker.moods.set("inferno", { mood: "unknown" });
  await failingOnce();
  expect(await mailTo("inferno")).toEqual([
    `${SYSTEM}: The token limit was raised`,
    `${SYSTEM}: Your usage limit is over`,
  ]);
});

test("the army's limit parks every role, and one relay reports it", async () => {
  const king = await army();
  king.fixture.limits = { ...king.fixture.limits, tokensTotal: 100 };
  king.fixture.used = { overlord: { output: 60 }, storm: { output: 40 } };
  await king.start().look();
  expect(king.waker.moods.get("inferno")?.detail).toContain("of the army");
  expect(await king.mailTo("strategist")).toEqual([]);

  const top = await army({ role: "overlord" });
  top.fixture.limits = king.fixture.limits;
  top.fixture.used = king.fixture.used;
  await top.start().look();
  expect(await top.mailTo(USER)).toEqual([`${SYSTEM}: The army is parked: its token limit is reached`]);

  const next = await army({ role: "strategist" });
  next.fixture.limits = king.fixture.limits;
  next.fixture.used = king.fixture.used;
  next.waker.moods.set("overlord", { mood: "gone" });
  await next.start().look();
  expect(await next.mailTo(USER)).toEqual([`${SYSTEM}: The army is parked: its token limit is reached`]);
});

test("an ended agent is not parked", async () => {
  const { fixture, waker, start } = await army();
  fixture.limits = { ...fixture.limits, tokensPerRole: 1 };
  fixture.used.inferno = { output: 1 };
  waker.moods.set("inferno", { mood: "gone" });
  await start().look();
  expect(waker.moods.get("inferno")?.mood).toBe("gone");
});

const limited: Mood = {
  ...{ mood: "limited", since: iso(NOW), until: iso(NOW + 60 * MINUTE), detail: "resets 3pm (Asia/Tokyo)" },
};

test("a usage limit is reported once with its end, even if hit repeatedly", async () => {
  const { waker, start, store, pass } = await army();
  const guard = start();
  waker.moods.set("inferno", limited);
  await guard.look();
  pass(MINUTE);
  waker.moods.set("inferno", { ...limited, since: iso(NOW + MINUTE) });
  await guard.look();
  await start().look();
  for (const commander of ["strategist", "overlord"])
    expect(await store.mail.unread(commander)).toMatchObject([
      {
        from: SYSTEM,
        subject: "inferno has reached its usage limit",
        body: expect.stringContaining("until 2026-01-01T01:00:00"),
      },
    ]);
});

test("the report of a limit sorts before later mail, although the limit ends later", async () => {
  const { waker, start, store, pass } = await army();
  waker.moods.set("inferno", { ...limited, until: iso(NOW + 47 * MINUTE) });
  await start().look();
  pass(1);
  const [report] = await store.mail.unread("overlord");
  expect(report?.id).toBeDefined();
  expect(String(report?.id) < (await store.mail.nextId())).toBe(true);
});

test.each([
  [true, [`${SYSTEM}: Your usage limit is over`]],
  [false, []],
])("after the limit's end, resume = %s determines the continue message", async (resume, told) => {
  const { waker, start, fixture, pass, mailTo } = await army();
  fixture.limits = { ...fixture.limits, resume };
  const guard = start();
  waker.moods.set("inferno", limited);
  await guard.look();
  pass(61 * MINUTE);
  waker.moods.set("inferno", { mood: "unknown", since: iso(NOW) });
  await guard.look();
  await guard.look();
  expect(await mailTo("inferno")).toEqual(told);
});

test("no continue message after the agent continued by itself, and at most one in ten minutes", async () => {
  const { waker, start, fixture, pass, mailTo } = await army();
  fixture.limits = { ...fixture.limits, resume: true };
  const guard = start();
  waker.moods.set("inferno", limited);
  await guard.look();
  waker.moods.set("inferno", { mood: "busy" });
  await guard.look();
  waker.moods.set("inferno", { mood: "unknown" });
  pass(61 * MINUTE);
  await guard.look();
  expect(await mailTo("inferno")).toEqual([]);
  for (let minute = 0; minute < 20; minute += 2) {
    const at = NOW + (61 + minute) * MINUTE;
    waker.moods.set("inferno", { mood: "limited", since: iso(at), until: iso(at + MINUTE) });
    await guard.look();
    pass(2 * MINUTE);
    waker.moods.set("inferno", { mood: "unknown" });
    await guard.look();
  }
  expect(await mailTo("inferno")).toHaveLength(2);
});

test("the commanders of each role", () => {
  const { roles } = sixRoles();
  expect(commandersOf("inferno", { roles })).toEqual(["strategist", "overlord"]);
  expect(commandersOf("strategist", { roles })).toEqual(["overlord"]);
  const layered = roles.map((role) => ({
    ...role,
    layer: role.rank < 3 ? ("command" as const) : ("execution" as const),
  }));
  expect(commandersOf("overlord", { roles: layered })).toEqual(["strategist", USER]);
});

test("of two reached limits the role's own is named first, and 0 is no limit", () => {
  const use = { ...nothingUsed, output: 5 };
  expect(breachOf(use, use, { tokensPerRole: 5, tokensTotal: 5, resume: false })).toMatchObject({ what: "role" });
  expect(breachOf(use, use, { tokensPerRole: 0, tokensTotal: 5, resume: false })).toMatchObject({ what: "total" });
  expect(breachOf(use, use, { tokensPerRole: 0, tokensTotal: 0, resume: false })).toBeUndefined();
});
