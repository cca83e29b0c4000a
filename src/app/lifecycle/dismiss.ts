import type { Registry } from "#home/registry.ts";
import type { Multiplexer } from "#multiplexer/multiplexer.ts";
import type { RelayStore } from "#store/relay-store.ts";

export interface DismissParts {
  multiplexer: Pick<Multiplexer, "end">;
  /** Keeps what a person may want to read later. */
  keepHistory(): Promise<void>;
  store: Pick<RelayStore, "clean">;
  registry: Pick<Registry, "remove" | "note">;
  /** Ends what still runs for the session after the multiplexer let it go. */
  endProcesses(): Promise<void>;
  removeFolder(): Promise<void>;
}

export interface DismissOptions {
  /** It can be taken up again. */
  keep?: boolean;
  /** Its session is known to have ended: what its multiplexer says does not matter. */
  isOver?: boolean;
}

/**
 * Ends an army and removes everything of it, or with `keep` nothing. One that cannot be ended, or whose mail cannot be
 * kept, stays, so that it can be tried again; past that every step is tried, and the first failure is thrown.
 */
export async function dismiss(
  session: string,
  parts: DismissParts,
  { keep = false, isOver = false }: DismissOptions = {},
): Promise<void> {
  await parts.multiplexer.end(session).catch((error: unknown) => {
    if (!isOver) throw error;
  });
  await parts.endProcesses();
  if (keep) return parts.registry.note(session, { isResting: true });
  await parts.keepHistory();
  const failures: unknown[] = [];
  for (const step of [() => parts.store.clean(), () => parts.registry.remove(session), () => parts.removeFolder()])
    await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
