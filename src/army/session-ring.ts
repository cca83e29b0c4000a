import type { Bell } from "#agent-cli/agent-cli.ts";
import type { Places } from "#app/summon/session-files.ts";
import type { Clock } from "#base/clock.ts";
import { paneLock } from "#home/pane-lock.ts";
import { recordedPanes } from "#home/session-record.ts";
import type { Ring } from "#mail/mailer.ts";
import { type PaneRingParts, ringPane } from "#mail/pane-channel.ts";
import type { Typist } from "#multiplexer/typist.ts";
import type { PendingMarks, Roster } from "#store/relay-store.ts";
import { ladder } from "./ladder.ts";

export interface SessionRingParts {
  roster: Roster;
  places: Places;
  pending: PendingMarks;
  clock: Clock;
  bell?: Bell | undefined;
  composer: PaneRingParts["composer"];
  /** Opened where the session has panes. */
  typist?: Typist | undefined;
  signal?: AbortSignal | undefined;
}

/** How the roles of one session are told of their mail, whoever writes to them: a relay, or a person. */
export function sessionRing(parts: SessionRingParts): Ring {
  const { roster, places, pending, clock, bell, composer, typist, signal } = parts;
  const { session, settings } = roster;
  const { lang } = settings;
  const pane =
    typist &&
    ringPane({
      session,
      typist,
      composer,
      clock,
      paneOf: async (role) => (await recordedPanes(places.folder))[role],
      lockPane: paneLock(places.relay, signal),
    });
  return ladder({ pending, lang, bell, placeOf: (role) => ({ role, ...places }), pane, clock });
}
