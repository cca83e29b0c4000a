import { appendFileSync } from "node:fs";
import { ladder } from "#army/ladder.ts";
import { sweeper } from "#army/sweep.ts";
import { systemClock } from "#base/clock.ts";
import { inbox } from "#mail/inbox.ts";
import { courier } from "#mail/mailer.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { scriptedBell } from "#test/scripted-bell.ts";
import { dieAtStep } from "./die-at-step.ts";

/** One part of a delivery as a relay does it, in a process that is killed at its n-th change to the disk. */
const [part, folder, ledger, n] = process.argv.slice(2) as [string, string, string, string];
const note = (...words: string[]) => appendFileSync(ledger, `${words.join(" ")}\n`);
const store = fileRelayStore(folder);
const roster = await store.roster();
const bell = scriptedBell();
bell.waiting.add("inferno");
const ring = ladder({
  pending: store.pending,
  lang: "en",
  bell: {
    ...bell,
    async ring(place) {
      const answer = await bell.ring(place);
      if (answer === "rung") note("rung", place.role);
      return answer;
    },
  },
  placeOf: (role) => ({ role, folder, relay: folder }),
  clock: systemClock,
});

const parts: Record<string, () => Promise<void>> = {
  async send() {
    const draft = { from: "storm", to: "inferno", subject: "s", body: "b", priority: "urgent" } as const;
    const { message } = await courier({ store, roster, clock: systemClock, ring }).send(draft);
    note("acknowledged", message.id);
  },
  async read() {
    const { messages, confirm } = await inbox({ store, role: "inferno" }).read();
    for (const { id, redelivered = false } of messages) note("answered", id, String(redelivered));
    note("proved");
    await confirm();
  },
  async sweep() {
    let now = systemClock.now();
    const clock = { ...systemClock, now: () => now };
    const sweep = sweeper({ store, roster, clock, ring, role: "inferno" });
    for (let look = 0; look < 6; look++, now += 3000) await sweep.look();
  },
};

// What is only read once does not count as a step of the delivery.
await store.mail.all();
const steps = dieAtStep(Number(n));
await parts[part]?.();
note("steps", String(steps()));
process.exit(0);
