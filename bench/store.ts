import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Roster } from "#mail/roster.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { median, percentile, printTable, type Row, roundRobin } from "./measure.ts";

const SENDS = 600;
const TAKES = 9;
const UNREAD = 100_000;
const BATCH = 1000;

// On the project's own disk: on a tmpfs every fsync would be free.
mkdirSync(".cache", { recursive: true });
const home = mkdtempSync(join(".cache", "bench-store-"));
try {
  printTable([...(await benchSend()), ...(await benchTake())]);
} finally {
  rmSync(home, { recursive: true });
}

async function benchSend(): Promise<Row[]> {
  const empty = await newStore("empty");
  const full = await newStore("full");
  fillInbox(join(home, "full", "inbox", "reader"));
  const process = await newStore("process", "process");
  const folder = join(home, "plain");
  mkdirSync(folder);
  const text = JSON.stringify(newMessage("x".repeat(26)));
  let n = 0;
  const names = () => [join(folder, `.${n}.tmp`), join(folder, `${n++}.json`)] as const;

  const { limit, promises, withFolder, send, sendToFull, sendProcess } = await roundRobin(
    {
      limit: () => writeAndRename(...names(), text),
      promises: () => writeAndRenameAwaited(...names(), text),
      withFolder() {
        writeAndRename(...names(), text);
        syncFolder(folder);
      },
      send: () => sendOne(empty),
      sendToFull: () => sendOne(full),
      sendProcess: () => sendOne(process),
    },
    SENDS,
  );
  const against = (name: string, sample: number[], base: number[], target?: number, share = 0.5): Row => ({
    name,
    ratio: percentile(sample, share) / percentile(base, share),
    ...(target !== undefined && { target }),
    detail: `${ms(percentile(sample, share))} / ${ms(percentile(base, share))}`,
  });
  return [
    against("send p50 / temp + fsync + rename", send, limit, 1.5),
    against("send p99 / temp + fsync + rename", send, limit, 3, 0.99),
    against("send p50, 100,000 unread / none", sendToFull, send, 1.2),
    against("  … / temp + fsync + rename with fs/promises", send, promises),
    against("  … / temp + fsync + rename + fsync of the folder", send, withFolder),
    against('  … with durability "process"', sendProcess, limit),
  ];
}

async function benchTake(): Promise<Row[]> {
  const stores: RelayStore[] = [];
  for (let n = 0; n < TAKES; n++) {
    const store = await newStore(`take-${n}`, "process");
    for (let count = 0; count < BATCH; count++) await sendOne(store);
    stores.push(store);
  }
  const source = join(home, "take-0", "inbox", "reader");
  const copies = (kind: string) =>
    Array.from({ length: TAKES }, (_, n) => {
      const [from, to] = [join(home, `${kind}-${n}`), join(home, `${kind}-${n}-read`)];
      for (const folder of [from, to]) mkdirSync(folder);
      for (const name of readdirSync(source)) writeFileSync(join(from, name), readFileSync(join(source, name)));
      return [from, to] as const;
    });
  const bareCopies = copies("bare");
  const awaitedCopies = copies("awaited");

  const { bare, awaited, take } = await roundRobin(
    {
      bare: () => readAndRename(...bareCopies.pop()!),
      awaited: () => readAndRenameAwaited(...awaitedCopies.pop()!),
      async take() {
        const { messages } = await stores.pop()!.mail.take("reader");
        if (messages.length !== BATCH) throw new Error(`took ${messages.length}`);
      },
    },
    TAKES,
  );
  const row = (name: string, base: number[], target?: number): Row => ({
    name,
    ratio: median(take) / median(base),
    ...(target !== undefined && { target }),
    detail: `${ms(median(take))} / ${ms(median(base))}`,
  });
  return [
    row("take of 1,000 / readdir + read + rename", bare, 2),
    row("  … / readdir + read + rename with fs/promises", awaited),
  ];
}

function writeAndRename(temporary: string, target: string, text: string): void {
  const handle = openSync(temporary, "wx", 0o600);
  writeFileSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(temporary, target);
}

async function writeAndRenameAwaited(temporary: string, target: string, text: string): Promise<void> {
  const handle = await open(temporary, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(temporary, target);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function readAndRename(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    readFileSync(join(from, name));
    renameSync(join(from, name), join(to, name));
  }
}

async function readAndRenameAwaited(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    await readFile(join(from, name));
    await rename(join(from, name), join(to, name));
  }
}

async function newStore(name: string, durability: "power" | "process" = "power"): Promise<RelayStore> {
  const store = fileRelayStore(join(home, name));
  const role = { id: "reader", name: { en: "", ja: "" }, icon: "", rank: 1 };
  const roster: Roster = { session: name, roles: [role], settings: { lang: "en", knowledge: false, durability } };
  await store.initialise(roster);
  return store;
}

async function sendOne(store: RelayStore): Promise<void> {
  await store.mail.put(newMessage(await store.mail.nextId()));
}

function newMessage(id: string) {
  const now = new Date().toISOString();
  const fields = { from: "writer", to: "reader", subject: "report", body: "x".repeat(600), thread: id, timestamp: now };
  return { id, ...fields, priority: "normal", state: "queued" } as const;
}

/** Only the names matter to a sender; a file can have some 65,000 links. */
function fillInbox(inbox: string): void {
  let content = "";
  for (let n = 0; n < UNREAD; n++) {
    const file = join(inbox, `${String(n).padStart(26, "0")}.json`);
    if (n % 50_000 === 0) {
      writeFileSync(file, "{}");
      content = file;
    } else linkSync(content, file);
  }
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
