import type { Registry } from "#home/registry.ts";
import type { Multiplexer } from "#multiplexer/multiplexer.ts";
import type { RelayStore } from "#store/relay-store.ts";

export interface DismissParts {
  multiplexer: Pick<Multiplexer, "end">;
  /** Removes fields in which nothing would be lost. */
  closeFields(): Promise<void>;
  /** Adds the army's mail to the history. */
  keepHistory(): Promise<void>;
  store: Pick<RelayStore, "clean">;
  registry: Pick<Registry, "remove" | "note">;
  /** Ends processes of the army that outlived its session. */
  endProcesses(): Promise<void>;
  removeFolder(): Promise<void>;
}

export interface DismissOptions {
  /** Keeps the army, so that it can be resumed. */
  keep?: boolean;
  /** The session is known to have ended, so a failure of its multiplexer is ignored. */
  isOver?: boolean;
}

/**
 * Ends an army and removes it; with `keep` it stays for a resume. If ending it or keeping its history fails, the army
 * stays and can be dismissed again. After that every step is tried, and the first error is thrown.
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
  for (const step of [
    () => parts.closeFields(),
    () => parts.store.clean(),
    () => parts.registry.remove(session),
    () => parts.removeFolder(),
  ])
    await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
