import type { LateBeginning } from "./begin-late.ts";
import { openEventFile, replaceEventFile } from "./event-file.ts";
import { type ArmyEvent, type EventState, isSnapshot, newEventState } from "./event-state.ts";

/** Something that happened, and the place in the journal behind it. */
export interface Told {
  event: ArmyEvent;
  journal: string;
  end: number;
}

/** The story of one army: what was told so far, and the journal that keeps it. */
export interface EventStream {
  readonly journal: string;
  readonly end: number;
  /** Where the story begins; undefined when its beginning was shortened. */
  readonly begin: number | undefined;
  readonly knowledge: EventState;
  /** Begins in the middle of an army's mail. */
  beginAt(beginning: LateBeginning): void;
  /** Writes down what is news of these, and tells it, together with what other servers wrote meanwhile. */
  tell(events: readonly ArmyEvent[]): Told[];
  /** Tells what other servers wrote; to be asked now and then, because it also follows a journal that was begun anew. */
  follow(): Told[];
  /** What was told behind a place, about 256 KiB of it; undefined when it is no place of this journal. */
  since(journal: string, offset: number): { told: Told[]; next: number } | undefined;
  close(): void;
}

/** Some 20,000 messages. */
const LONGEST = 16 * 1024 * 1024;
const PORTION = 256 * 1024;

export interface EventStreamOptions {
  /** Bytes of a journal that is begun anew. */
  longest?: number;
  /** Messages that are known by name. */
  remembered?: number;
}

export function openEventStream(file: string, { longest = LONGEST, remembered }: EventStreamOptions = {}): EventStream {
  const knowledge = newEventState(remembered);
  /** Lines that told nothing new: two servers had seen the same thing at once. */
  const idle = new Set<number>();
  let journal = openEventFile(file);
  let isWhole = true;
  let renewAt = longest;

  /** One by one: a journal may be larger than what memory should hold. */
  const learn = (onNews: (told: Told) => void): void => {
    for (const { value, end } of journal.news()) {
      if (isSnapshot(value)) isWhole = false;
      if (knowledge.learn(value)) onNews({ event: value as ArmyEvent, journal: journal.id, end });
      else idle.add(end);
    }
  };
  const take = (): Told[] => {
    const told: Told[] = [];
    learn((one) => told.push(one));
    return told;
  };
  learn(() => {});

  /** At most half as long as the old one, or it would soon be too long again, and for each server anew. */
  const shorten = (): void => {
    if (journal.end <= renewAt || journal.isReplaced()) return;
    const recollection = knowledge.recollection();
    const bytes = Buffer.byteLength(JSON.stringify(recollection));
    renewAt = Math.max(longest, 2 * bytes);
    if (journal.end > renewAt) replaceEventFile(file, [recollection]);
  };

  /** One that has grown too long is begun anew with all it told in short, by whichever server notices first. */
  const renew = (): Told[] => {
    shorten();
    if (!journal.isReplaced()) return [];
    const told = take();
    journal.close();
    journal = openEventFile(file);
    idle.clear();
    isWhole = true;
    return [...told, ...take()];
  };

  return {
    get journal() {
      return journal.id;
    },
    get end() {
      return journal.end;
    },
    get begin() {
      return isWhole ? journal.begin : undefined;
    },
    knowledge,
    beginAt({ bound, open }) {
      const opened = newEventState();
      for (const progress of open) opened.learn({ type: "message", data: { message: progress } });
      const { data, type } = opened.recollection();
      journal.append([{ type, data: { ...data, bound } }]);
      learn(() => {});
    },
    tell(events) {
      const news = events.filter(knowledge.isNews);
      if (news.length > 0) journal.append(news);
      return take();
    },
    follow: () => [...take(), ...renew()],
    since(id, offset) {
      const lines = id === journal.id ? journal.from(offset, PORTION) : undefined;
      if (!lines) return undefined;
      const told = lines.flatMap(({ value, end }) =>
        idle.has(end) ? [] : [{ event: value as ArmyEvent, journal: id, end }],
      );
      return { told, next: lines.at(-1)?.end ?? offset };
    },
    close: () => journal.close(),
  };
}
