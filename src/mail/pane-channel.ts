import type { ScreenReader } from "#agent-cli/screen.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import { type Blocker, handOver } from "./hand-over.ts";
import type { RoleId, WaitReason } from "./message.ts";
import type { NotifyOutcome } from "./notify.ts";

export interface PaneChannelParts {
  session: string;
  paneInput: PaneInput;
  /** Reads the input line of the CLI that the role runs. */
  composerOf(role: RoleId): ScreenReader["composer"];
  clock: Clock;
  /** The pane of a role, from the registry. */
  paneOf(role: RoleId): Promise<PaneId | undefined>;
  /** Runs `work` while no other process types into the pane. */
  lockPane<T>(pane: PaneId, work: () => Promise<T>): Promise<T>;
}

/** The channel for agents without a wait hook: a line typed into their pane. */
export interface PaneChannel {
  /** Types the line, but not into a draft, a dialog or a shell. Throws if the pane or its agent is missing. */
  notify(role: RoleId, line: string): Promise<NotifyOutcome>;
  /** Whether the pane shows that the agent has ended. A role that has no pane yet may still get one. */
  hasEnded(role: RoleId): Promise<boolean>;
}

export function paneChannel(parts: PaneChannelParts): PaneChannel {
  const { session, paneInput, composerOf, clock, paneOf, lockPane } = parts;
  return {
    async notify(role, line) {
      const pane = await paneOf(role);
      if (pane === undefined) throw new OvldError("pane-gone", { session, pane: role });
      const parts = { paneInput, clock, composer: composerOf(role) };
      const handed = await lockPane(pane, () => handOver(session, pane, line, parts));
      if (handed.state === "submitted") return { state: "woken", by: "typing" };
      if (handed.why === "gone" || handed.why === "shell") throw new OvldError("agent-gone", { role });
      return { state: "queued", why: reasons[handed.why] };
    },
    async hasEnded(role) {
      const pane = await paneOf(role);
      if (pane === undefined) return false;
      try {
        return (await paneInput.look(session, pane)).state === "exited";
      } catch (error) {
        return OvldError.is(error, "pane-gone", "session-ended");
      }
    },
  };
}

const reasons: Record<Exclude<Blocker, "gone" | "shell">, WaitReason> = {
  typing: "user-typing",
  dialog: "dialog",
  unseen: "not-taken",
};
