import type { Clock } from "#base/clock.ts";
import type { ModAnswer } from "./ask-mod.ts";

/** What the mod gets: a line for the model, and the number under which the mod reports what became of it. */
export interface Note {
  id: number;
  text: string;
}

export interface ModLinkParts {
  clock: Pick<Clock, "elapsed" | "wait">;
  /** The line that announces unread mail; undefined without any. */
  announce(): Promise<string | undefined>;
  /** Keeps the hooks from announcing the same mail; false if one of them has just announced it. */
  claim(): Promise<boolean>;
  /** Notifies the agent by its hooks, because the mod has not passed a line on. */
  fallBack(): void;
  /** A person has aborted the turn. Claude Code runs no hook then. */
  aborted(): Promise<void>;
}

/** What the mod reports, not checked. All but `drop` and `aborted` are the id of a note. */
interface ModReport {
  /** The model is told. */
  told: unknown;
  /** The note waits for the next tool's result. Answered with the line to show there. */
  held: unknown;
  /** The turn had no further tool. Answered with the line for the next turn, if mail is still unread. */
  left: unknown;
  failed: unknown;
  /** Why Claude Code has refused the prompt. */
  drop: unknown;
  /** A person has aborted the turn. */
  aborted: unknown;
}

/** The relay's side of the connection to the mod of its agent. */
export interface ModLink {
  /** The mod waits for a note. Returns a function that ends the wait. */
  wait(answer: (note: Note) => void): () => void;
  /** The mod reports what became of a note. Resolves with the line that the mod asks for. */
  report(event: unknown): Promise<string | undefined>;
  /** Passes the announcement of unread mail to the mod. */
  wake(): Promise<ModAnswer>;
}

/** Milliseconds between a note and the report on it. The start of a turn takes 0.1 s on an idle machine. */
const REPORT_LIMIT = 3000;
/** Milliseconds without a waiting request in which the mod may be about to send the next one. */
const GAP = 300;
/** Milliseconds in which a mod that has failed is not asked again. */
const PAUSE = 60_000;

export function modLink({ clock, announce, claim, fallBack, aborted }: ModLinkParts): ModLink {
  const requests = requestQueue(clock);
  let failedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  /** The note without a report. */
  let open: { id: number; reported: AbortController } | undefined;
  /** The note that the mod holds until the next tool's result. */
  let held: number | undefined;

  const settle = (id: unknown): boolean => {
    if (open?.id !== id) return false;
    open?.reported.abort();
    open = undefined;
    return true;
  };

  const fail = (id: unknown, isRefused = false): void => {
    if (!settle(id)) return;
    if (!isRefused) failedAt = clock.elapsed();
    fallBack();
  };

  /** The mod is to report soon that it has told the model. */
  const expect = (id: number): void => {
    const reported = new AbortController();
    open = { id, reported };
    void clock.wait(REPORT_LIMIT, reported.signal).then(() => fail(id));
  };

  const wake = async (): Promise<ModAnswer> => {
    if (clock.elapsed() - failedAt < PAUSE) return "no-mod";
    // The turn that is about to start reads all mail.
    if (open) return "woken";
    const text = await announce();
    if (text === undefined) return "woken";
    const answer = await requests.next();
    if (!answer) return "no-mod";
    if (open || !(await claim())) {
      requests.add(answer);
      return "woken";
    }
    const id = ++count;
    expect(id);
    answer({ id, text });
    return "woken";
  };

  const keep = async (id: unknown): Promise<string | undefined> => {
    if (!settle(id)) return undefined;
    held = Number(id);
    await claim();
    // Other mail may have come since the note was sent.
    return announce();
  };

  const leave = async (id: unknown): Promise<string | undefined> => {
    if (held === undefined || id !== held) return undefined;
    const text = await announce();
    held = undefined;
    if (text !== undefined) expect(Number(id));
    return text;
  };

  return {
    wait: requests.add,
    async report(event) {
      const { told, held: hold, left, failed, drop, aborted: isAborted } = (event ?? {}) as Partial<ModReport>;
      // After Escape, Claude Code drops the prompts of mods until the person sends something.
      if (failed !== undefined) fail(failed, drop !== undefined);
      if (told !== undefined) settle(told);
      if (isAborted !== undefined || (told !== undefined && told === held)) held = undefined;
      if (isAborted !== undefined) await aborted();
      return hold === undefined ? leave(left) : keep(hold);
    },
    wake,
  };
}

type Request = (note: Note) => void;

/** The open requests of the mod. The newest is answered: older ones may belong to an earlier instance of the mod. */
function requestQueue(clock: ModLinkParts["clock"]) {
  const open: Request[] = [];
  let arrive = () => {};
  let lastOpen = Number.NEGATIVE_INFINITY;

  const remove = (request: Request): void => {
    lastOpen = clock.elapsed();
    if (open.includes(request)) open.splice(open.indexOf(request), 1);
  };

  return {
    /** Returns a function that removes the request. */
    add(request: Request): () => void {
      open.push(request);
      arrive();
      return () => remove(request);
    },
    /** Takes the newest request, or the one that the mod is about to send; undefined without any. */
    async next(): Promise<Request | undefined> {
      if (open.length === 0 && clock.elapsed() - lastOpen < GAP) {
        const arrived = new Promise<void>((done) => {
          arrive = done;
        });
        await Promise.race([arrived, clock.wait(GAP)]);
      }
      const newest = open.at(-1);
      if (newest) remove(newest);
      return newest;
    },
  };
}
