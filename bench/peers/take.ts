import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileRelayStore } from "#store/files/relay-store.ts";
import { median, type Row, roundRobin } from "../measure.ts";
import { putAll, startFour } from "./mail.ts";
import type { Place } from "./place.ts";
import type { Way } from "./ways.ts";
import { newStore } from "./workers/ours.ts";

const ROUNDS = 5;
const UNREAD = 1000;

/** ovld alone: a reader takes 1,000 messages of four senders, against readdir + read + rename of the same files. */
export async function take(place: Place, ovld: Way): Promise<Row> {
  const senders = await startFour(place, ovld);
  const folders: { store: string; from: string; to: string }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [store, from, to] = ["store", "from", "to"].map((kind) => place.mail(`take-${kind}-${round}`)) as [
      string,
      string,
      string,
    ];
    await newStore(store);
    await putAll(senders, { folder: store }, `take-${round}`, UNREAD / senders.length);
    for (const folder of [from, to]) mkdirSync(folder);
    const inbox = join(store, "inbox", "reader");
    for (const name of readdirSync(inbox)) writeFileSync(join(from, name), readFileSync(join(inbox, name)));
    folders.push({ store, from, to });
  }
  for (const sender of senders) sender.kill();
  const next = { ours: [...folders], bare: [...folders] };
  const { ours, bare } = await roundRobin(
    {
      bare() {
        const { from, to } = next.bare.pop()!;
        for (const name of readdirSync(from)) {
          readFileSync(join(from, name));
          renameSync(join(from, name), join(to, name));
        }
      },
      async ours() {
        const { messages } = await fileRelayStore(next.ours.pop()!.store).mail.take("reader");
        if (messages.length !== UNREAD) throw new Error(`took ${messages.length}`);
      },
    },
    ROUNDS,
  );
  const detail = `${median(ours).toFixed(1)} ms / ${median(bare).toFixed(1)} ms`;
  return {
    name: "ovld: take of 1,000 of four senders / readdir + read + rename",
    ratio: median(ours) / median(bare),
    target: 2,
    detail,
  };
}
