import type { AgentCli } from "#agent-cli/agent-cli.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { RoleId } from "#mail/message.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import type { PaneSize, PaneWatcher, PersonAtPane } from "#multiplexer/pane-watcher.ts";

export interface ControlParts {
  session: string;
  role: RoleId;
  pane: PaneId;
  multiplexer: Pick<PaneInput, "look" | "press"> & Pick<PaneWatcher, "personAt" | "resizePane">;
  composer: AgentCli["composer"];
  clock: Clock;
  /** Runs `work` while no other process types into the pane. */
  lockPane<T>(pane: PaneId, work: () => Promise<T>): Promise<T>;
  /** Runs `work` while no other process has taken the pane; throws `pane-taken` at once where one has. */
  holdPane(pane: PaneId, work: () => Promise<void>): Promise<void>;
}

/** Why a pane is free again: it was given back, nothing was pressed for a while, or a person at the pane types. */
export type Release = "asked" | "pause" | "person";

/** A pane whose keys are controlled from elsewhere. */
export interface ControlledPane {
  /** Throws `take-needed` when it was released meanwhile, and `person-typing`, which releases it. */
  press(keys: string): Promise<void>;
  /** Throws `pane-unsizable` where the multiplexer cannot. */
  resize(size: PaneSize): Promise<void>;
  /** To be told of every view: a draft that changes by itself is a person's. */
  see(view: PaneView): void;
  release(): void;
  released: Promise<Release>;
}

/** Milliseconds without a key after which a pane is free again. */
export const CONTROL_LASTS = 30_000;
/** After the last key of a person, they type no longer; with a draft they may only be thinking. */
const QUIET = 5000;
const THINKING = 60_000;
/** In which a program shows what it was given. */
const ECHO = 2000;
/**
 * A screen that tells nothing may have been in the middle of a redraw: how often it is looked at, and after which
 * pause.
 */
const LOOKS = 3;
const REDRAW = 200;

/** Takes control of a pane's keys, unless a person types at the pane or another client controls it. */
export async function controlPane(parts: ControlParts): Promise<ControlledPane> {
  const { session, role, pane, multiplexer, clock, lockPane } = parts;
  const first = await readableView(parts);
  if (first.state === "exited") throw new OvldError("pane-exited", { session, pane });
  const person = await multiplexer.personAt(session, pane);
  if (person && isAtWork(person, Boolean(draftIn(first, parts)), clock)) throw new OvldError("person-typing", { role });

  const over = new AbortController();
  let draft = draftIn(first, parts);
  let pressed = clock.elapsed();
  const released = new Promise<Release>((done) => {
    over.signal.addEventListener("abort", () => done(over.signal.reason as Release));
  });
  await heldUntil(parts, released);
  void releaseAfterPause();

  async function releaseAfterPause(): Promise<void> {
    while (!over.signal.aborted) {
      const left = pressed + CONTROL_LASTS - clock.elapsed();
      if (left <= 0) over.abort("pause");
      else await clock.wait(left, over.signal);
    }
  }
  /** Whether the draft is another than it was, long after anything was pressed here. */
  const isForeign = (view: PaneView): boolean => {
    const [before, now] = [draft, draftIn(view, parts)];
    draft = now ?? draft;
    return Boolean(now) && before !== undefined && now !== before && clock.elapsed() - pressed > ECHO;
  };
  const isPersonTyping = async (view?: PaneView): Promise<boolean> => {
    const found = await multiplexer.personAt(session, pane);
    if (!found) return false;
    if (found.lastKey !== undefined) return isWithin(QUIET, found.lastKey, clock);
    return view !== undefined || isForeign(await multiplexer.look(session, pane));
  };
  const requireControl = () => {
    if (over.signal.aborted) throw new OvldError("take-needed", { role });
  };
  return {
    released,
    release: () => over.abort("asked"),
    see(view) {
      if (!isForeign(view)) return;
      void isPersonTyping(view).then(
        (isTyping) => isTyping && over.abort("person"),
        () => {},
      );
    },
    async press(keys) {
      requireControl();
      await lockPane(pane, async () => {
        requireControl();
        if (await isPersonTyping()) {
          over.abort("person");
          throw new OvldError("person-typing", { role });
        }
        pressed = clock.elapsed();
        await multiplexer.press(session, pane, keys);
      });
      pressed = clock.elapsed();
    },
    async resize(size) {
      requireControl();
      if (!multiplexer.resizePane) throw new OvldError("pane-unsizable", { role });
      await multiplexer.resizePane(session, pane, size);
      pressed = clock.elapsed();
    },
  };
}

/** The pane as soon as its composer can be read, or as it is where that never comes. */
async function readableView({ session, pane, multiplexer, composer, clock }: ControlParts): Promise<PaneView> {
  for (let look = 1; ; look++) {
    const view = await multiplexer.look(session, pane);
    if (look === LOOKS || view.state === "exited" || composer(view).state !== "unreadable") return view;
    await clock.wait(REDRAW);
  }
}

/** Resolves when the pane is held, which it is until it is released. */
function heldUntil({ pane, holdPane }: ControlParts, released: Promise<Release>): Promise<void> {
  return new Promise((held, fail) => {
    holdPane(pane, async () => {
      held();
      await released;
    }).catch(fail);
  });
}

/** Without key events, a person who looks at a draft may continue it at any moment. */
function isAtWork({ lastKey }: PersonAtPane, hasDraft: boolean, clock: Clock): boolean {
  if (lastKey === undefined) return hasDraft;
  return isWithin(hasDraft ? THINKING : QUIET, lastKey, clock);
}

/** A clock that was set back must not keep a person typing. */
function isWithin(ms: number, lastKey: number, clock: Clock): boolean {
  return Math.abs(clock.now() - lastKey) < ms;
}

/** What stands in the composer; undefined where the screen does not tell. */
function draftIn(view: PaneView, { composer }: ControlParts): string | undefined {
  const found = composer(view);
  if (found.state === "empty") return "";
  return found.state === "draft" ? found.text : undefined;
}
