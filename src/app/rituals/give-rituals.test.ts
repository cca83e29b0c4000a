import { expect, test } from "vitest";
import type { Clock } from "#base/clock.ts";
import { verifies } from "#test/support/verifies.ts";
import { type GiveParts, giveRituals, type RitualBlocker, type RitualProgress } from "./give-rituals.ts";

interface Event {
  at: number;
  what: string;
}

/** A multiplexer that records its calls, on a clock that runs only during waits. */
function fixture({
  missing = [] as string[],
  exited = [] as string[],
  looking = undefined as string | undefined,
  asking = {} as Record<string, RitualBlocker>,
  /** Number of reads of the pane during which a person types. */
  drafts = {} as Record<string, number>,
  stubborn = [] as string[],
} = {}) {
  const events: Event[] = [];
  const reported: RitualProgress[] = [];
  let now = 0;
  let focused = looking;
  const clock: Clock = {
    now: () => now,
    elapsed: () => now,
    wait: async (ms) => {
      now += ms;
    },
  };
  const note = (what: string) => events.push({ at: now, what });
  const parts: GiveParts = {
    clock,
    multiplexer: {
      panes: async () =>
        ["overlord", "inferno", "glacier"]
          .filter((title) => !missing.includes(title))
          .map((title) => ({
            id: `p-${title}`,
            tab: "t",
            title,
            columns: 80,
            rows: 24,
            state: exited.includes(title) ? ("exited" as const) : ("running" as const),
          })),
      type: async (_, pane, text) => void note(`type ${pane} ${JSON.stringify(text)}`),
      focus: async (_, pane) => {
        focused = pane;
        note(`focus ${pane}`);
      },
      focused: async () => focused,
    },
    whenReady: async (role) => asking[role],
    whenCleared: async (role) => {
      note(`answer ${role}`);
      return stubborn.includes(role) ? asking[role] : undefined;
    },
    async blockerAt(_, pane) {
      const left = drafts[pane] ?? 0;
      drafts[pane] = left - 1;
      return left > 0 ? "draft" : undefined;
    },
    lockPane: (_, work) => work(),
    report: async (progress) => void reported.push(progress),
  };
  return { events, reported, parts, focus: () => focused, lookAt: (pane: string) => (focused = pane) };
}

const rituals = [
  { role: "overlord", text: "# Overlord\nline\n" },
  { role: "inferno", text: "# 業火\n" },
];

verifies("ritual:delay-before", "500 ms before typing, 200 ms before Enter, 1 s between roles", async () => {
  const { events, parts } = fixture();
  await giveRituals("ovld-a", rituals, parts);
  expect(events).toEqual([
    { at: 500, what: 'type p-overlord "# Overlord\\nline"' },
    { at: 700, what: 'type p-overlord "\\r"' },
    { at: 2200, what: 'type p-inferno "# 業火"' },
    { at: 2400, what: 'type p-inferno "\\r"' },
  ]);
});

verifies("ritual:enter", "Enter is a separate key press, 200 ms after the text", async () => {
  const { events, parts } = fixture();
  await giveRituals("ovld-a", rituals.slice(0, 1), parts);
  const [text, enter, ...more] = events;
  expect([enter?.what, more]).toEqual(['type p-overlord "\\r"', []]);
  expect((enter?.at ?? 0) - (text?.at ?? 0)).toBe(200);
});

verifies("ritual:delay-between", "1 s between roles", async () => {
  const { events, parts } = fixture();
  await giveRituals("ovld-a", rituals, parts);
  const [, entered, typed] = events;
  expect((typed?.at ?? 0) - (entered?.at ?? 0)).toBe(1000 + 500);
});

verifies("ritual:tab", "the person's focus moves to the role's tab and pane, and is then restored", async () => {
  const { events, parts, focus } = fixture({ looking: "p-glacier" });
  await giveRituals("ovld-a", rituals, parts);
  expect(events.filter(({ what }) => what.startsWith("focus")).map(({ what }) => what)).toEqual([
    "focus p-overlord",
    "focus p-glacier",
    "focus p-inferno",
    "focus p-glacier",
  ]);
  expect(focus()).toBe("p-glacier");
});

test("a focus that the person moved meanwhile is not restored", async () => {
  const { parts, lookAt, focus } = fixture({ looking: "p-glacier" });
  const type = parts.multiplexer.type;
  parts.multiplexer.type = async (...args) => {
    lookAt("p-storm");
    await type(...args);
  };
  await giveRituals("ovld-a", rituals.slice(0, 1), parts);
  expect(focus()).toBe("p-storm");
});

test("a role with a failed ritual is reported, and the others get theirs", async () => {
  const { parts, reported } = fixture({ missing: ["overlord"], exited: [] });
  await giveRituals("ovld-a", rituals, parts);
  expect(reported).toMatchObject([
    { role: "overlord", state: "failed", error: { code: "pane-gone", details: { pane: "overlord" } } },
    { role: "inferno", state: "given" },
  ]);
  const dead = fixture({ exited: ["inferno"] });
  expect(await giveRituals("ovld-a", rituals, dead.parts)).toMatchObject([
    { state: "given" },
    { state: "failed", error: { code: "agent-gone", details: { role: "inferno" } } },
  ]);
});

test("a cancellation stops before the next role", async () => {
  const { parts, events } = fixture();
  const controller = new AbortController();
  parts.signal = controller.signal;
  parts.report = async () => controller.abort();
  await expect(giveRituals("ovld-a", rituals, parts)).rejects.toMatchObject({ code: "cancelled" });
  expect(events.some(({ what }) => what.includes("inferno"))).toBe(false);
});

test("a role with an open question comes last, after a person has answered", async () => {
  const { parts, events, reported } = fixture({ asking: { overlord: "trust" } });
  expect(await giveRituals("ovld-a", rituals, parts)).toMatchObject([
    { role: "overlord", state: "given" },
    { role: "inferno", state: "given" },
  ]);
  expect(reported.map(({ role, state, blocker }) => [role, state, blocker])).toEqual([
    ["overlord", "waiting", "trust"],
    ["inferno", "given", undefined],
    ["overlord", "given", undefined],
  ]);
  expect(events.find(({ what }) => what.startsWith("type"))?.what).toContain("inferno");
});

test("an open question is reported, and nothing is typed into its pane", async () => {
  const { parts, events } = fixture({ asking: { overlord: "login" }, stubborn: ["overlord"] });
  expect(await giveRituals("ovld-a", rituals, parts)).toMatchObject([
    { role: "overlord", state: "failed", error: { code: "ritual-hindered", details: { blocker: "login" } } },
    { role: "inferno", state: "given" },
  ]);
  expect(events.some(({ what }) => what.startsWith("type p-overlord"))).toBe(false);
});

test("nothing is typed into a person's draft; that role comes last, and again while the person types", async () => {
  const { parts, events, reported } = fixture({ drafts: { "p-overlord": 2 } });
  expect(await giveRituals("ovld-a", rituals, parts)).toMatchObject([{ state: "given" }, { state: "given" }]);
  expect(reported.map(({ role, state, blocker }) => [role, state, blocker])).toEqual([
    ["overlord", "waiting", "draft"],
    ["inferno", "given", undefined],
    ["overlord", "waiting", "draft"],
    ["overlord", "given", undefined],
  ]);
  expect(events.filter(({ what }) => what.startsWith("type p-overlord"))).toHaveLength(2);
});

test.each(["draft", "question", "unseen"] as const)(
  "a %s that stays prevents the ritual and is named in the error",
  async (blocker) => {
    const parts = fixture({ asking: { overlord: blocker }, stubborn: ["overlord"] }).parts;
    expect(await giveRituals("ovld-a", rituals, parts)).toMatchObject([
      { state: "failed", error: { code: "ritual-hindered", details: { blocker } } },
      { state: "given" },
    ]);
  },
);
