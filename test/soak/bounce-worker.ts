import { systemClock } from "#base/clock.ts";
import { mailer } from "#mail/mailer.ts";
import { resender } from "#mail/resender.ts";
import { returner } from "#mail/returner.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";

/** A process that bounces inferno's mail as a relay or a watcher does; each IPC message names a store. */
const [kind] = process.argv.slice(2);

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
  const { look } = kind === "watcher" ? returner({ ...parts, isGone: () => true }) : resender(parts);
  for (let round = 0; round < 6; round++, passed += 3000) {
    await look();
    // Mail that is late for one process and new for another, because their clocks differ.
    if (round === 0) await mailer(parts).send({ from: "storm", to: "inferno", subject: `of ${kind}`, body: "b" });
  }
}
