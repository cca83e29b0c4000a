import { closeSync, lstatSync, lutimesSync, openSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "#errors/ovld-error.ts";
import type { MessageId } from "#mail/message.ts";
import { formatId, type IdPosition, newNonce, nextPosition } from "#mail/message-id.ts";
import { requireStore, type StoreDir, storeFailure } from "./store-dir.ts";

export interface IdSource {
  next(): MessageId;
  /** True once for an id of this source. Such an id is stored nowhere yet, so `put` need not search for it. */
  spend(id: MessageId): boolean;
}

const REMEMBERED = 1024;

/**
 * The store's clock is the mtime of `.clock`: the newest time of an id from any process. A new id is later than that,
 * so an answer sorts after its question even if the system's clock was set back in between.
 */
export function idSource(dir: StoreDir): IdSource {
  const nonce = newNonce();
  const fresh = new Set<MessageId>();
  let last: IdPosition = { time: 0, count: 0 };

  return {
    next() {
      const file = clockFile(dir);
      const floor = readClock(dir, file);
      last = nextPosition(last, dir.clock.now(), floor);
      if (last.time > floor) moveClock(dir, file, last.time);
      const id = formatId({ ...last, nonce });
      if (fresh.size >= REMEMBERED) fresh.clear();
      fresh.add(id);
      return id;
    },
    spend: (id) => fresh.delete(id),
  };
}

export function clockFile({ root }: Pick<StoreDir, "root">): string {
  return join(root, ".clock");
}

function readClock(dir: StoreDir, file: string): number {
  const found = lstatSync(file, { throwIfNoEntry: false }) ?? makeClock(dir, file);
  return Math.round(found.mtimeMs);
}

function makeClock(dir: StoreDir, file: string) {
  requireStore(dir);
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw storeFailure(dir, "write", file, error);
  }
  return lstatSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
}

function moveClock(dir: StoreDir, file: string, time: number): void {
  try {
    lutimesSync(file, time / 1000, time / 1000);
  } catch (error) {
    throw storeFailure(dir, "write", file, error);
  }
}
