import type { Registry } from "#config/registry.ts";
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

/**
 * Ends an army and removes everything of it, or with `keep` nothing. Each step is tried even when one before it failed; the
 * first failure is thrown.
 */
export async function dismiss(session: string, parts: DismissParts, { keep = false } = {}): Promise<void> {
  const end = [() => parts.multiplexer.end(session), () => parts.endProcesses()];
  const remove = [
    () => parts.keepHistory(),
    () => parts.store.clean(),
    () => parts.registry.remove(session),
    () => parts.removeFolder(),
  ];
  const steps = [...end, ...(keep ? [() => parts.registry.note(session, { isResting: true })] : remove)];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
