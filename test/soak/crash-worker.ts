import { appendFileSync } from "node:fs";
import { systemClock } from "#base/clock.ts";
import { inbox } from "#mail/inbox.ts";
import { mailer } from "#mail/mailer.ts";
import { notifier } from "#mail/notifier.ts";
import { resender } from "#mail/resender.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { scriptedWaker } from "#test/support/scripted-waker.ts";
import { dieAtStep } from "./die-at-step.ts";

/** Runs one part of a delivery, as a relay does, in a process that is killed at its n-th change to the disk. */
const [part, folder, ledger, n] = process.argv.slice(2) as [string, string, string, string];
const note = (...words: string[]) => appendFileSync(ledger, `${words.join(" ")}\n`);
const store = fileRelayStore(folder);
const roster = await store.roster();
const waker = scriptedWaker();
waker.waiting.add("inferno");
const notify = notifier({
  pending: store.pending,
  lang: "en",
  waker: {
    ...waker,
    async wake(paths) {
      const answer = await waker.wake(paths);
      if (answer === "woken") note("woken", paths.role);
      return answer;
    },
  },
  observer: waker,
  pathsOf: (role) => ({ role, folder, relay: folder }),
  clock: systemClock,
});

const parts: Record<string, () => Promise<void>> = {
  async send() {
    const draft = { from: "storm", to: "inferno", subject: "s", body: "b", priority: "urgent" } as const;
    const { message } = await mailer({ store, roster, clock: systemClock, notifier: notify }).send(draft);
    note("acknowledged", message.id);
  },
  async read() {
    const { messages, acknowledge } = await inbox({ store, role: "inferno" }).read();
    for (const { id, redelivered = false } of messages) note("answered", id, String(redelivered));
    note("proved");
    await acknowledge();
  },
  async resend() {
    let now = systemClock.now();
    const clock = { ...systemClock, now: () => now };
    const resending = resender({ store, roster, clock, notifier: notify, role: "inferno" });
    for (let look = 0; look < 6; look++, now += 3000) await resending.look();
  },
};

// Opens the store first, so that its initial file operations are not counted as steps.
await store.mail.all();
const steps = dieAtStep(Number(n));
await parts[part]?.();
note("steps", String(steps()));
process.exit(0);
