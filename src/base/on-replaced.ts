import { watch } from "node:fs";
import { basename, dirname } from "node:path";

export interface ReplacedOptions {
  signal: AbortSignal;
  /** Why nothing is told any more: the system does not notify everywhere. */
  onFailure?(error: unknown): void;
}

/** Calls back when a file is replaced, until the signal aborts. Events can be missed, so callers poll as well. */
export function onReplaced(file: string, tell: () => void, { signal, onFailure = () => {} }: ReplacedOptions): void {
  if (signal.aborted) return;
  const name = basename(file);
  try {
    const watcher = watch(dirname(file), (_, changed) => changed === name && tell()).on("error", onFailure);
    signal.addEventListener("abort", () => watcher.close());
  } catch (error) {
    onFailure(error);
  }
}
