import { reasonOf } from "#errors/ovld-error.ts";
import type { Counted } from "#store/relay-counts.ts";
import type { RelayIdentity } from "./identify.ts";

export type Count = (what: Counted) => Promise<void>;

/** A failed write of a count does not stop the relay. */
export function counter({ role, store, log }: RelayIdentity): Count {
  return (what) =>
    store.counts
      .add(role, what)
      .catch((error: unknown) => log.write("warn", "not-counted", { what, reason: reasonOf(error) }));
}
