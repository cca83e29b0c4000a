import { vi } from "vitest";
import type { Terminal } from "./terminal.ts";

/**
 * Detaches from zellij with Ctrl-o d; resolves with the exit status. Retries, because a concurrent change of focus
 * swallows the keys.
 */
export async function detach(terminal: Terminal): Promise<number> {
  return vi.waitFor(
    async () => {
      await terminal.press("C-o");
      await vi.waitFor(
        async () => {
          if (!/\bDetach\b/.test(await terminal.screen())) throw new Error("not in session mode");
        },
        { timeout: 5000, interval: 50 },
      );
      await terminal.press("d");
      return terminal.ended({ within: 5000 });
    },
    { timeout: 90_000, interval: 200 },
  );
}
