import type { ScreenReader } from "#agent-cli/screen.ts";
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
  composer: ScreenReader["composer"];
  clock: Clock;
  /** Runs `work` while no other process types into the pane. */
  lockPane<T>(pane: PaneId, work: () => Promise<T>): Promise<T>;
  /** Runs `work` while no other client controls the pane; throws `pane-taken` at once if one does. */
  holdPane(pane: PaneId, work: () => Promise<void>): Promise<void>;
}

/** Why control ended: the client released it, pressed no key for a while, or a person types at the pane. */
export type Release = "asked" | "pause" | "person";

/** A pane that a remote client controls. */
export interface ControlledPane {
  /** Throws `take-needed` after a release, and `person-typing`, which releases control. */
  press(keys: string): Promise<void>;
  /** Throws `pane-unsizable` if the multiplexer cannot resize single panes. */
  resize(size: PaneSize): Promise<void>;
  /** Must get every view of the pane: a draft that changes without a key press is a person's. */
  see(view: PaneView): void;
  release(): void;
  released: Promise<Release>;
}

/** Milliseconds without a key press after which control ends. */
export const CONTROL_LASTS = 30_000;
/** Milliseconds after a person's last key until they count as absent; with a draft they may be thinking. */
const QUIET = 5000;
const THINKING = 60_000;
/** Milliseconds until a program shows its input. */
const ECHO = 2000;
/** A screen without a composer may be half redrawn, so it is read up to `LOOKS` times, `REDRAW` milliseconds apart. */
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
  /** Whether the draft changed without a recent key press of this client. */
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

/** The first view with a readable composer, else the last view. */
async function readableView({ session, pane, multiplexer, composer, clock }: ControlParts): Promise<PaneView> {
  for (let look = 1; ; look++) {
    const view = await multiplexer.look(session, pane);
    if (look === LOOKS || view.state === "exited" || composer(view).state !== "unreadable") return view;
    await clock.wait(REDRAW);
  }
}

/** Resolves once the hold is acquired; keeps it until `released` resolves. */
function heldUntil({ pane, holdPane }: ControlParts, released: Promise<Release>): Promise<void> {
  return new Promise((held, fail) => {
    holdPane(pane, async () => {
      held();
      await released;
    }).catch(fail);
  });
}

/** Without key events, a person in front of a draft may continue it at any moment. */
function isAtWork({ lastKey }: PersonAtPane, hasDraft: boolean, clock: Clock): boolean {
  if (lastKey === undefined) return hasDraft;
  return isWithin(hasDraft ? THINKING : QUIET, lastKey, clock);
}

/** A clock that was set back must not make an old key press look recent. */
function isWithin(ms: number, lastKey: number, clock: Clock): boolean {
  return Math.abs(clock.now() - lastKey) < ms;
}

/** The draft in the composer; undefined if the screen does not show a composer. */
function draftIn(view: PaneView, { composer }: ControlParts): string | undefined {
  const found = composer(view);
  if (found.state === "empty") return "";
  return found.state === "draft" ? found.text : undefined;
}
