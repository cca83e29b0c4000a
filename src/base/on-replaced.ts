import { watch } from "node:fs";
import { basename, dirname } from "node:path";

export interface ReplacedOptions {
  signal: AbortSignal;
  /** Called when the system cannot notify of changes, with the reason. */
  onFailure?(error: unknown): void;
}

/** Calls back when a file is replaced, until the signal aborts. Events can be lost, so callers poll as well. */
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
