import { expect, test } from "vitest";
import { manualClock } from "#test/support/manual-clock.ts";
import { modLink, type Note } from "./mod-link.ts";

const LINE = "[MESSAGE from storm] You have mail: call check_inbox.";

/** A link whose mod is this test. */
function linked({ isClaimed = true } = {}) {
  const clock = manualClock();
  const notes: Note[] = [];
  const calls: string[] = [];
  const mail = { line: LINE as string | undefined };
  const link = modLink({
    clock,
    announce: async () => mail.line,
    claim: async () => isClaimed,
    fallBack: () => calls.push("hooks"),
    aborted: async () => void calls.push("ready"),
  });
  return { clock, notes, calls, mail, link, wait: () => link.wait((note) => notes.push(note)) };
}

test("an agent without a mod is left to its hooks at once", async () => {
  const { link, notes } = linked();
  expect(await link.wake()).toBe("no-mod");
  expect(notes).toEqual([]);
});

test("a waiting mod gets the announcement, and the newest request of two", async () => {
  const { link, notes, wait } = linked();
  const older: Note[] = [];
  link.wait((note) => older.push(note));
  wait();
  expect(await link.wake()).toBe("woken");
  expect(notes).toEqual([{ id: 1, text: LINE }]);
  expect(older).toEqual([]);
});

test("without unread mail the mod gets nothing", async () => {
  const { link, notes, mail, wait } = linked();
  mail.line = undefined;
  wait();
  expect(await link.wake()).toBe("woken");
  expect(notes).toEqual([]);
});

test("mail that a hook has just announced is not announced by the mod", async () => {
  const { link, notes, wait } = linked({ isClaimed: false });
  wait();
  expect(await link.wake()).toBe("woken");
  expect(notes).toEqual([]);
});

test("further wake-ups before the turn starts give one note", async () => {
  const { link, notes, wait } = linked();
  wait();
  await link.wake();
  expect(await link.wake()).toBe("woken");
  wait();
  expect(await link.wake()).toBe("woken");
  expect(notes).toHaveLength(1);
  await link.report({ told: 1 });
  expect(await link.wake()).toBe("woken");
  expect(notes).toHaveLength(2);
});

test("a mod between two requests is waited for", async () => {
  const { link, notes, wait, clock } = linked();
  wait();
  await link.wake();
  await link.report({ told: 1 });
  const woken = link.wake();
  await clock.pass(100);
  wait();
  expect(await woken).toBe("woken");
  expect(notes).toHaveLength(2);
});

test("a mod that closes its request is waited for only a moment", async () => {
  const { link, wait, clock } = linked();
  const end = wait();
  end();
  const woken = link.wake();
  await new Promise(setImmediate);
  await clock.pass(300);
  expect(await woken).toBe("no-mod");
});

test("without a report the hooks are used, and the mod is not asked for a minute", async () => {
  const { link, wait, clock, calls, notes } = linked();
  wait();
  await link.wake();
  await clock.pass(3000);
  expect(calls).toEqual(["hooks"]);
  wait();
  expect(await link.wake()).toBe("no-mod");
  await clock.pass(60_000);
  expect(await link.wake()).toBe("woken");
  expect(notes).toHaveLength(2);
});

test("a reported failure uses the hooks at once; a refused prompt does not stop later ones", async () => {
  const { link, wait, calls } = linked();
  wait();
  await link.wake();
  await link.report({ failed: 1, drop: "the session was stopped" });
  expect(calls).toEqual(["hooks"]);
  wait();
  expect(await link.wake()).toBe("woken");
  await link.report({ failed: 2 });
  expect(calls).toEqual(["hooks", "hooks"]);
  wait();
  expect(await link.wake()).toBe("no-mod");
});

test("reports on other notes change nothing", async () => {
  const { link, wait, calls, clock } = linked();
  wait();
  await link.wake();
  for (const event of [undefined, null, 7, "told", [], { told: 9 }, { failed: "1" }, { held: {} }])
    expect(await link.report(event)).toBe(undefined);
  expect(calls).toEqual([]);
  await clock.pass(3000);
  expect(calls).toEqual(["hooks"]);
});

test("a held note has the senders of all mail, and starts a turn if the running one had no further tool", async () => {
  const { link, wait, mail, notes, clock, calls } = linked();
  wait();
  await link.wake();
  wait();
  mail.line = "[MESSAGE from storm, inferno] You have mail: call check_inbox.";
  expect(await link.wake()).toBe("woken");
  expect(await link.report({ held: 1 })).toBe(mail.line);
  await clock.pass(60_000);
  expect(await link.report({ left: 1 })).toBe(mail.line);
  expect([notes.length, calls]).toEqual([1, []]);
  await clock.pass(3000);
  expect(calls).toEqual(["hooks"]);
});

test("a held note whose mail was read starts no turn", async () => {
  const { link, wait, mail, clock, calls } = linked();
  wait();
  await link.wake();
  await link.report({ held: 1 });
  mail.line = undefined;
  expect(await link.report({ left: 1 })).toBe(undefined);
  await clock.pass(3000);
  expect(calls).toEqual([]);
});

test("a held note that was told, or whose turn was aborted, is over", async () => {
  for (const event of [{ told: 1 }, { aborted: true }]) {
    const { link, wait, calls } = linked();
    wait();
    await link.wake();
    await link.report({ held: 1 });
    await link.report(event);
    expect(await link.report({ left: 1 })).toBe(undefined);
    expect(calls).toEqual("aborted" in event ? ["ready"] : []);
  }
});
