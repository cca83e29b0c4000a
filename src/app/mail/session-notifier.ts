import type { SensesOf } from "#agent-cli/agent-cli.ts";
import type { ArmyFolders } from "#app/summon/session-files.ts";
import type { Clock } from "#base/clock.ts";
import { paneLock } from "#home/pane-lock.ts";
import { recordedPanes } from "#home/session-record.ts";
import { notifier } from "#mail/notifier.ts";
import type { Notifier } from "#mail/notify.ts";
import { paneChannel } from "#mail/pane-channel.ts";
import type { Roster } from "#mail/roster.ts";
import type { PaneInput } from "#multiplexer/pane-input.ts";
import type { PendingMarks } from "#store/relay-store.ts";

export interface SessionNotifierParts {
  roster: Roster;
  folders: ArmyFolders;
  pending: PendingMarks;
  clock: Clock;
  sensesOf: SensesOf;
  /** Absent if the session has no panes. */
  paneInput?: PaneInput | undefined;
  signal?: AbortSignal | undefined;
}

/** Notifies the roles of one session, both for relays and for the user's messages. */
export function sessionNotifier(parts: SessionNotifierParts): Notifier {
  const { roster, folders, pending, clock, sensesOf, paneInput, signal } = parts;
  const { session, settings } = roster;
  const { lang } = settings;
  const pane =
    paneInput &&
    paneChannel({
      session,
      paneInput,
      composerOf: (role) => sensesOf({ role, ...folders }).screen.composer,
      clock,
      paneOf: async (role) => (await recordedPanes(folders.folder))[role],
      lockPane: paneLock(folders.relay, signal),
    });
  return notifier({
    ...{ pending, lang, pane, clock },
    waker: { wake: (paths) => sensesOf(paths).waker.wake(paths) },
    observer: { mood: (paths) => sensesOf(paths).observer.mood(paths) },
    pathsOf: (role) => ({ role, ...folders }),
  });
}
