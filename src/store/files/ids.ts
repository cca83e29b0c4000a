import { closeSync, lstatSync, lutimesSync, openSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "#errors/ovld-error.ts";
import type { MessageId } from "#mail/message.ts";
import { formatId, newNonce, nextPlace, type Place } from "#mail/message-id.ts";
import { requireStanding, type Site, storeFailure } from "./site.ts";

export interface IdSource {
  next(): MessageId;
  /** True once for an id of this source: it cannot be stored anywhere yet, so nobody needs to look. */
  spend(id: MessageId): boolean;
}

const REMEMBERED = 1024;

/**
 * The store's clock is the change time that `.clock` carries: the newest time any process gave an id. An id is
 * later than that, so an answer sorts after its question even when the system's clock was set back in between.
 */
export function idSource(site: Site): IdSource {
  const nonce = newNonce();
  const fresh = new Set<MessageId>();
  let last: Place = { time: 0, count: 0 };

  return {
    next() {
      const file = clockFile(site);
      const floor = readClock(site, file);
      last = nextPlace(last, site.clock.now(), floor);
      if (last.time > floor) moveClock(site, file, last.time);
      const id = formatId({ ...last, nonce });
      if (fresh.size >= REMEMBERED) fresh.clear();
      fresh.add(id);
      return id;
    },
    spend: (id) => fresh.delete(id),
  };
}

export function clockFile({ root }: Pick<Site, "root">): string {
  return join(root, ".clock");
}

function readClock(site: Site, file: string): number {
  const found = lstatSync(file, { throwIfNoEntry: false }) ?? makeClock(site, file);
  return Math.round(found.mtimeMs);
}

function makeClock(site: Site, file: string) {
  requireStanding(site);
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw storeFailure(site, "write", file, error);
  }
  return lstatSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
}

function moveClock(site: Site, file: string, time: number): void {
  try {
    lutimesSync(file, time / 1000, time / 1000);
  } catch (error) {
    throw storeFailure(site, "write", file, error);
  }
}
