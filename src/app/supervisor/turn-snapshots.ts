import type { MoodOf } from "#app/observe/moods.ts";
import type { Services } from "#app/services.ts";
import { fieldsOf } from "#app/work/plan-fields.ts";
import { snapshotField } from "#app/work/snapshot-field.ts";
import type { Log } from "#base/log.ts";
import { reasonOf } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";

/** Snapshots of an army's fields. */
export interface TurnSnapshots {
  /** Starts a snapshot of each field whose agent has ended a turn since the last call. Does not wait for it. */
  look(): void;
  /** Resolves when started snapshots are done. */
  done(): Promise<void>;
}

/** Milliseconds. Without reports the end of a turn is unknown. */
const UNREPORTED = 60_000;

export function turnSnapshots(
  { name: session, directory, fields: record }: Pick<SessionEntry, "name" | "directory" | "fields">,
  { moodOf, log }: { moodOf: MoodOf; log: Log },
  services: Services,
): TurnSnapshots {
  const fields = fieldsOf({ session, directory }, record, services.env);
  const taken = new Map<string, string>();
  let underWay: Promise<void> | undefined;

  const lookAtAll = async () => {
    for (const field of fields) {
      const turn = await turnOf(field.role, moodOf, services);
      if (turn === undefined || taken.get(field.role) === turn) continue;
      try {
        const id = await snapshotField(session, field, services);
        taken.set(field.role, turn);
        if (id) log.write("info", "snapshot", { role: field.role, id });
      } catch (error) {
        log.write("warn", "snapshot-failed", { role: field.role, reason: reasonOf(error) });
      }
    }
  };
  return {
    look() {
      if (fields.length === 0 || underWay !== undefined) return;
      underWay = lookAtAll().finally(() => {
        underWay = undefined;
      });
    },
    done: async () => underWay,
  };
}

/** Identifies the state after a turn; undefined during one. */
async function turnOf(role: string, moodOf: MoodOf, { clock }: Services): Promise<string | undefined> {
  const { mood, since } = await moodOf(role);
  if (mood === "busy" || mood === "starting") return undefined;
  return since === undefined ? `${mood} ${Math.floor(clock.elapsed() / UNREPORTED)}` : `${mood} ${since}`;
}
