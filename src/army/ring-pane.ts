import type { Clock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import type { Multiplexer, PaneId } from "#multiplexer/multiplexer.ts";
import type { RoleId } from "#store/mail-store.ts";
import type { RelaySettings } from "#store/relay-store.ts";
import type { Ring } from "./deliver.ts";

/** Milliseconds a composer is given to take in the line before Enter. */
export const BEFORE_ENTER = 200;

export interface PaneRingParts {
  session: string;
  lang: RelaySettings["lang"];
  multiplexer: Pick<Multiplexer, "panes" | "type">;
  clock: Clock;
  /** The pane a role was given when the army was summoned. */
  paneOf(role: RoleId): Promise<PaneId | undefined>;
  /** Runs `work` while nobody else types into the pane. */
  lockPane<T>(pane: PaneId, work: () => Promise<T>): Promise<T>;
}

/** Announces mail by typing one line into the recipient's own pane. Throws when there is no pane or no agent in it. */
export function ringPane({ session, lang, multiplexer, clock, paneOf, lockPane }: PaneRingParts): Ring {
  return async (role, { from }) => {
    const id = await paneOf(role);
    const pane = (await multiplexer.panes(session)).find((other) => other.id === id);
    if (!pane) throw new OvldError("pane-gone", { session, pane: role });
    if (pane.state === "exited") throw new OvldError("agent-gone", { role });
    await lockPane(pane.id, async () => {
      await multiplexer.type(session, pane.id, announcementLine(from, lang));
      await clock.wait(BEFORE_ENTER);
      await multiplexer.type(session, pane.id, "\r");
    });
    return { state: "woken", by: "typing" };
  };
}

/** One short line without anything that a composer would take for a command; the mail itself is read with `check_inbox`. */
export function announcementLine(from: RoleId, lang: RelaySettings["lang"]): string {
  const what = { en: "You have mail: call check_inbox.", ja: "伝令が届いています。check_inbox を呼んでください。" };
  return `[MESSAGE from ${from}] ${what[lang]}`;
}
