import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { LOOK_EVERY, resender } from "#mail/resender.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { bundleProgram } from "#test/support/bundle.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { notes } from "./ledger.ts";

interface Killed {
  store: RelayStore;
  relay: string;
  /** The victim's ledger lines that begin with this word. */
  noted(word: string): string[][];
  died: boolean;
}

/** Runs a part of a delivery repeatedly, killed one step later each time, until it completes. */
async function atEachStep(
  part: "send" | "read" | "resend",
  prepare: (store: RelayStore) => Promise<void>,
  judge: (killed: Killed) => Promise<void>,
): Promise<number> {
  await using folder = await temporaryFolder();
  const program = await bundleProgram("test/soak/crash-worker.ts", folder.path);
  for (let step = 1; ; step++) {
    const stepFolder = join(folder.path, String(step));
    const [relay, ledger] = [join(stepFolder, "relay"), join(stepFolder, "ledger")];
    await mkdir(stepFolder);
    const store = fileRelayStore(relay);
    const deadlines = part === "resend" ? { normal: 1, urgent: 1 } : { normal: 600, urgent: 60 };
    await store.initialise(sixRoles({ durability: "power", deadlines }));
    await prepare(store);
    const { signal, stderr } = spawnSync(process.execPath, [program, part, relay, ledger, String(step)]);
    const noted = (word: string) => notes(ledger).filter(([first]) => first === word);
    const died = signal === "SIGKILL";
    if (!died && noted("steps").length === 0) throw new Error(String(stderr));
    await judge({ store, relay, noted, died }).catch((error: unknown) => {
      throw new Error(`${part}, killed before step ${step}`, { cause: error });
    });
    await rm(stepFolder, { recursive: true });
    if (!died) return step - 1;
  }
}

async function put(store: RelayStore, subject: string, timestamp = new Date().toISOString()): Promise<void> {
  const id = await store.mail.nextId();
  const fields = { from: "storm", to: "inferno", subject, body: "b", thread: id, timestamp };
  await store.mail.put({ id, ...fields, priority: "normal", state: "queued" });
}

/** Acts as the recipient's next relay: resends, and then reads the inbox. */
async function recover(
  store: RelayStore,
): Promise<{ notified: string[]; read: { id: string; redelivered: boolean }[] }> {
  const notified: string[] = [];
  const roster = await store.roster();
  let now = systemClock.now() + LOOK_EVERY;
  const notifier = async (role: string) => {
    notified.push(role);
    return { state: "woken", by: "hook" } as const;
  };
  const resending = resender({ role: "inferno", store, roster, notifier, clock: { ...systemClock, now: () => now } });
  for (let look = 0; look < 3; look++, now += LOOK_EVERY) await resending.look();
  const { messages, acknowledge } = await store.mail.take("inferno");
  await acknowledge();
  return { notified, read: messages.map(({ id, redelivered = false }) => ({ id, redelivered })) };
}

/** Expects that the next process removes the temporary files of the dead one. */
async function expectTidy({ store, relay }: Killed): Promise<void> {
  await put(fileRelayStore(relay), "later");
  expect(readdirSync(join(relay, ".tmp"))).toEqual([]);
  await (await store.mail.take("inferno")).acknowledge();
  expect(readdirSync(join(relay, "delivery", "inferno"))).toEqual([]);
  expect(readdirSync(join(relay, "pending"))).toEqual([]);
}

const table: string[] = [];

test("a killed sender's relay: acknowledged mail is read, and is `woken` only if the wait hook was woken", {
  timeout: 120_000,
}, async () => {
  let stored = 0;
  const steps = await atEachStep(
    "send",
    async () => {},
    async (killed) => {
      const { store, noted } = killed;
      const [message] = await store.mail.all();
      if (noted("acknowledged").length > 0) expect(message?.id).toBe(noted("acknowledged")[0]?.[1]);
      if (message) {
        stored++;
        expect(message.state === "woken").toBe(message.delivery !== undefined);
        if (message.state === "woken") expect(noted("woken")).toEqual([["woken", "inferno"]]);
        const { notified, read } = await recover(store);
        expect(notified).toContain("inferno");
        expect(read).toEqual([{ id: message.id, redelivered: false }]);
      }
      await expectTidy(killed);
    },
  );
  table.push(`sender's relay, put → mark → notify → note: ${steps} steps, stored in ${stored}`);
  expect(steps).toBeGreaterThan(8);
});

test("a killed reader's relay: mail without proof is redelivered, marked if it was shown; proved mail is acked", {
  timeout: 120_000,
}, async () => {
  let returned = 0;
  const steps = await atEachStep(
    "read",
    async (store) => {
      for (const subject of ["1", "2"]) await put(store, subject);
      for (const message of await store.mail.unread("inferno")) await store.pending.mark("inferno", message);
    },
    async (killed) => {
      const { store, noted } = killed;
      const answered = new Set(noted("answered").map(([, id]) => id));
      const all = await store.mail.all();
      expect(all).toHaveLength(2);
      for (const { state } of all) {
        expect(["queued", "acked"]).toContain(state);
        if (state === "acked") expect(noted("proved")).toHaveLength(1);
      }
      const unread = all.filter(({ state }) => state === "queued").map(({ id }) => id);
      returned += unread.length > 0 ? 1 : 0;
      const { read, notified } = await recover(store);
      expect(read.map(({ id }) => id)).toEqual(unread);
      for (const { id, redelivered } of read) if (answered.has(id)) expect(redelivered).toBe(true);
      expect(notified.length > 0).toBe(unread.length > 0);
      expect((await store.mail.all()).map(({ state }) => state)).toEqual(["acked", "acked"]);
      await expectTidy(killed);
    },
  );
  table.push(`reader's relay, take → answer → proof → archive: ${steps} steps, mail came back in ${returned}`);
  expect(steps).toBeGreaterThan(5);
});

test("a killed resending relay: the sender gets one bounce, and the mail stays readable", {
  timeout: 120_000,
}, async () => {
  const steps = await atEachStep(
    "resend",
    (store) => put(store, "late", new Date(Date.now() - 10_000).toISOString()),
    async (killed) => {
      const { store } = killed;
      const told = await store.mail.unread("storm");
      expect(told.length).toBeLessThanOrEqual(1);
      const [late] = await store.mail.unread("inferno");
      if (late?.state === "bounced") expect(told).toHaveLength(1);
      const { read } = await recover(store);
      expect(read).toEqual([{ id: late?.id, redelivered: false }]);
      expect(await store.mail.unread("storm")).toMatchObject([{ from: "ovld", parent: late?.id }]);
      await (await store.mail.take("storm")).acknowledge();
      await expectTidy(killed);
    },
  );
  table.push(`resending relay, notify → note → bounce → note: ${steps} steps`);
  expect(steps).toBeGreaterThan(12);
  console.log(table.map((row) => `${row}, 0 lost, 0 untrue`).join("\n"));
});
