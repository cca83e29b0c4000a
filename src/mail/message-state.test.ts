import { expect, test } from "vitest";
import { messageStates } from "./message.ts";
import { isUnderWay, mayFollow, noteAfter, noteAfterNotify } from "./message-state.ts";

test("a state only moves forward, except when the reader releases the message", () => {
  const steps = messageStates.map((state) => [state, messageStates.filter((next) => mayFollow(state, next))]);
  expect(Object.fromEntries(steps)).toEqual({
    queued: ["woken", "read", "expired", "bounced"],
    woken: ["read", "expired", "bounced"],
    read: ["queued", "acked"],
    acked: [],
    expired: ["read"],
    bounced: ["read"],
  });
});

test("only queued and woken messages are under way", () => {
  expect(messageStates.filter(isUnderWay)).toEqual(["queued", "woken"]);
});

test("an attempt is noted only if it adds information", () => {
  const at = { at: "1970-01-01T00:00:01.000Z" };
  const queued = { state: "queued" } as const;
  const busy = { state: "queued", why: "busy" } as const;
  const woken = { state: "woken", by: "hook" } as const;
  expect(noteAfter(queued, busy, 1000)).toEqual({ ...busy, ...at });
  expect(noteAfter({ ...queued, delivery: { ...busy, ...at } }, busy, 2000)).toBeUndefined();
  expect(noteAfter({ ...queued, delivery: { ...busy, ...at } }, { ...busy, why: "dialog" }, 1000)).toMatchObject({
    why: "dialog",
  });
  expect(noteAfter(queued, woken, 1000)).toEqual({ ...woken, ...at });
  expect(noteAfter({ state: "woken" }, busy, 1000)).toBeUndefined();
  expect(noteAfter({ state: "bounced" }, woken, 1000)).toBeUndefined();
  expect(noteAfter({ state: "acked" }, woken, 1000)).toBeUndefined();
});

test("every notification is counted, even if the state stays", () => {
  const busy = { state: "queued", why: "busy" } as const;
  const woken = { state: "woken", by: "hook" } as const;
  const first = noteAfterNotify({ state: "queued" }, busy, 1000);
  expect(first).toEqual({ ...busy, at: "1970-01-01T00:00:01.000Z", attempts: 1 });
  const second = noteAfterNotify({ state: "queued", delivery: first! }, busy, 2000);
  expect(second).toEqual({ ...first, attempts: 2 });
  const third = noteAfterNotify({ state: "queued", delivery: second! }, woken, 3000);
  expect(third).toEqual({ ...woken, at: "1970-01-01T00:00:03.000Z", attempts: 3 });
  expect(noteAfterNotify({ state: "woken", delivery: third! }, busy, 4000)).toEqual({ ...third, attempts: 4 });
  const bounced = noteAfter({ state: "woken", delivery: third! }, { state: "bounced" }, 5000);
  expect(bounced).toMatchObject({ state: "bounced", attempts: 3 });
  expect(noteAfterNotify({ state: "bounced", delivery: bounced! }, woken, 6000)).toBeUndefined();
  expect(noteAfterNotify({ state: "queued" }, { state: "queued", why: "no-bell" }, 1000)).not.toHaveProperty(
    "attempts",
  );
});
