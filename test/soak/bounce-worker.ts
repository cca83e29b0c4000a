import { systemClock } from "#base/clock.ts";
import { mailer } from "#mail/mailer.ts";
import { resender } from "#mail/resender.ts";
import { returner } from "#mail/returner.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";

/** A relay or a watcher that gives up on inferno's mail, in a process of its own; each message it gets names a store. */
const [teller] = process.argv.slice(2);

process.on("message", (folder: string) => {
  void work(folder).then(
    () => process.send?.("done"),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.("ready");

async function work(folder: string): Promise<void> {
  const store = fileRelayStore(folder);
  const roster = await store.roster();
  let passed = 0;
  const clock = { ...systemClock, now: () => Date.now() + passed, elapsed: () => systemClock.elapsed() + passed };
  const notifier = async () => ({ state: "woken", by: "hook" }) as const;
  const parts = { store, roster, clock, notifier, role: "inferno" };
  const { look } = teller === "watcher" ? returner({ ...parts, isGone: () => true }) : resender(parts);
  for (let round = 0; round < 6; round++, passed += 3000) {
    await look();
    // A sender whose mail is late in one process and new in the other.
    if (round === 0) await mailer(parts).send({ from: "storm", to: "inferno", subject: `of ${teller}`, body: "b" });
  }
}
