import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { pick, seededRandom } from "#test/support/random.ts";
import { note, notes } from "./ledger.ts";

/** A writer or reader of the soak test; the test kills and restarts this process at any moment. */
const [kind, name, folder, ledgers, seed, count] = process.argv.slice(2) as string[];
const store = fileRelayStore(folder!);
if (kind === "writer") await write(store, name!, Number(count));
else await read(store, name!);

/** Logs each message before and after it is put; a message that is logged as stored must be read. */
async function write(store: RelayStore, from: string, count: number): Promise<void> {
  const ledger = join(ledgers!, `${from}.sent`);
  const past = notes(ledger);
  const stored = past.filter(([what]) => what === "stored").length;
  const last = past.at(-1);
  const unsure = last?.[0] === "put" ? last[1] : undefined;
  const { roles } = await store.roster();
  const random = seededRandom(Number(seed));
  for (let n = 0; n < count; n++) {
    const to = pick(roles, random).id;
    const body = "x".repeat(Math.floor(random() ** 4 * 8000));
    if (n < stored) continue;
    const id = (n === stored && unsure) || (await store.mail.nextId());
    note(ledger, "put", id, n, to);
    await store.mail.put({
      ...{ id, from, to, subject: String(n), body, priority: "normal", thread: id, state: "queued" },
      timestamp: new Date().toISOString(),
    });
    note(ledger, "stored", id, n, to);
  }
}

/** Acts on every message once; checks for an earlier action only if the message is marked as redelivered. */
async function read(store: RelayStore, role: string): Promise<void> {
  const seen = join(ledgers!, `${role}.seen`);
  const acted = join(ledgers!, `${role}.acted`);
  for await (const _ of store.mail.watch({ role, signal: new AbortController().signal }))
    for (;;) {
      const { messages, acknowledge } = await store.mail.take(role, { maxBytes: 32 * 1024 });
      for (const { id, from, subject, redelivered = false } of messages) {
        note(seen, process.pid, id, from, subject, redelivered);
        if (!redelivered || !notes(acted).some(([known]) => known === id)) note(acted, id);
      }
      // A delay before the acknowledgement, in which the test often kills the reader.
      await wait(Math.random() ** 2 * 40);
      await acknowledge();
      if (messages.length === 0) break;
    }
}
