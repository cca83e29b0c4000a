import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Durability } from "#base/files.ts";
import type { Message, RoleId } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import { fileFixture } from "#store/files/file-fixture.contract.ts";
import type { Taken } from "#store/mail-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { newMessage } from "#store/store-fixture.contract.ts";
import { DiskLog } from "./disk-log.ts";
import { recordDisk } from "./record-disk.ts";

/** An action of a store's user, or its result. */
export type Event =
  | { what: "initialised" }
  | { what: "clock"; moved: number }
  | { what: "putting"; message: Message }
  | { what: "stored"; message: Message }
  | { what: "given"; messages: Message[] }
  | { what: "acknowledged"; ids: string[] }
  | { what: "telling"; role: RoleId; task: string }
  | { what: "told"; role: RoleId; task: string };

/** One process that uses the store. */
export interface StoreProcess {
  send(fields?: Partial<Message>): Promise<Message>;
  take(role?: RoleId, maxBytes?: number): Promise<void>;
  acknowledge(): Promise<void>;
  release(role?: RoleId): Promise<void>;
  tell(role: RoleId, task: string): Promise<void>;
  die(): Promise<void>;
}

export interface SceneActions {
  moveClock(ms: number): void;
  openProcess(): Promise<StoreProcess>;
}

export const sceneRoster = (durability: Durability): Roster => ({
  session: "ovld-test",
  roles: ["overlord", "inferno"].map((id) => ({ id, name: { en: id, ja: id }, icon: "", rank: 1 })),
  settings: { lang: "en", knowledge: false, durability },
});

export interface SceneOptions {
  durability: Durability;
  /** Whether the initial store is already on disk. */
  isSettled: boolean;
}

/** The log of a scene, and the folder in it that holds the store. */
export async function recordScene(
  scene: (actions: SceneActions) => Promise<void>,
  { durability, isSettled }: SceneOptions,
) {
  const log = new DiskLog<Event>(join(tmpdir(), "ovld-store-"));
  using _recording = recordDisk(log);
  await using fixture = await fileFixture(sceneRoster(durability));
  log.note({ what: "initialised" });
  if (isSettled) log.settle();
  const start = isSettled ? log.entries.length : 0;
  let sent = 0;
  await scene({
    moveClock(moved) {
      fixture.clock.move(moved);
      log.note({ what: "clock", moved });
    },
    async openProcess() {
      const { store, die } = await fixture.open();
      return { ...storeProcess(store, log, () => sent++), die };
    },
  });
  return { log: log.entries, start, folder: join(fixture.folder, "..") };
}

function storeProcess(store: RelayStore, log: DiskLog<Event>, count: () => number): Omit<StoreProcess, "die"> {
  let held: Taken[] = [];
  return {
    async send(fields = {}) {
      const message = await newMessage(store, { subject: String(count()), body: "word ".repeat(20), ...fields });
      log.note({ what: "putting", message });
      await store.mail.put(message);
      log.note({ what: "stored", message });
      return message;
    },
    async take(role = "inferno", maxBytes = Number.POSITIVE_INFINITY) {
      const taken = await store.mail.take(role, { maxBytes });
      held.push(taken);
      log.note({ what: "given", messages: taken.messages });
    },
    async acknowledge() {
      const ids = held.flatMap(({ messages }) => messages.map(({ id }) => id));
      for (const { acknowledge } of held) await acknowledge();
      held = [];
      log.note({ what: "acknowledged", ids });
    },
    async release(role = "inferno") {
      const ids = held.flatMap(({ messages }) => messages.map(({ id }) => id));
      await store.mail.release(role, ids);
      held = [];
    },
    async tell(role, task) {
      log.note({ what: "telling", role, task });
      await store.status.set({ role, status: "working", task, updated: new Date().toISOString() });
      log.note({ what: "told", role, task });
    },
  };
}
