import { systemClock } from "#base/clock.ts";
import type { PaneId } from "#multiplexer/multiplexer.ts";
import type { LineSteps, PaneInput, PaneView } from "#multiplexer/pane-input.ts";
import { isShell } from "#multiplexer/shells.ts";
import type { ZellijAccess } from "./access.ts";
import type { Act } from "./act.ts";
import { type Frames, openFrames } from "./frames.ts";
import { findPane, screenOf } from "./panes.ts";
import { pasteInto } from "./type.ts";

/** Milliseconds for which a check of state and program guards what is written. */
const CHECK_LIFE = 100;
/**
 * Milliseconds to wait for a screen after input: zellij sends one 10 ms after the program's first output. On a busy
 * machine it comes later, so the limit grows with the time of a check.
 */
const FRAME_LIMIT = { least: 25, inChecks: 3 };
/** Milliseconds in which a program redraws after input, where zellij sends no screens. */
const BLINK = 8;

/** A subscription shows each screen, so a line costs four processes: screens, check, paste and Enter. */
export function zellijLine(access: ZellijAccess): NonNullable<PaneInput["line"]> {
  return async (session, pane, work) => {
    const frames = openFrames(access, session, pane);
    try {
      return await work(lineSteps(access.act, frames, session, pane));
    } finally {
      frames.close();
    }
  };
}

function lineSteps(act: Act, frames: Frames, session: string, pane: PaneId): LineSteps {
  let facts: Omit<PaneView, "screen"> = { state: "running", inCopyMode: false };
  let checkedAt = Number.NEGATIVE_INFINITY;
  let frameLimit = FRAME_LIMIT.least;
  let isFirstLook = true;

  const check = async () => {
    const startedAt = systemClock.elapsed();
    const { state, cursor, columns, rows, foreground } = await findPane(act, session, pane);
    checkedAt = systemClock.elapsed();
    frameLimit = Math.max(FRAME_LIMIT.least, FRAME_LIMIT.inChecks * (checkedAt - startedAt));
    facts = { state, foreground, inCopyMode: false };
    return { cursor, size: { columns, rows } };
  };
  /** After a dump, a late frame could show an older screen, so there are no more frames. */
  const dump = () => {
    frames.close();
    return screenOf(act, session, pane, "--ansi");
  };
  /** While a client is attached, zellij sends only the first screen of a pane in a hidden tab. */
  const screen = async (): Promise<PaneView> => {
    const frame = await frames.take(frameLimit);
    if (frame !== undefined) return { ...facts, screen: frame };
    // A dump can show what a program drew before its end, so the next step checks again.
    checkedAt = Number.NEGATIVE_INFINITY;
    return { ...facts, screen: await dump() };
  };
  const guarded = async (write: () => Promise<unknown>): Promise<PaneView> => {
    if (systemClock.elapsed() - checkedAt > CHECK_LIFE) await check();
    if (facts.state === "exited" || isShell(facts.foreground)) return { ...facts, screen: await dump() };
    await write();
    if (!frames.isOpen) await systemClock.wait(BLINK);
    return screen();
  };
  return {
    async look() {
      // The two concurrent answers differ in form, so neither can be taken for the other.
      const [placed] = await Promise.all([check(), frames.opened]);
      // Only the first frame is certain to be new.
      const frame = isFirstLook ? await frames.take(0) : undefined;
      isFirstLook = false;
      return { ...facts, ...placed, screen: frame ?? (await dump()) };
    },
    screen,
    paste: (text) => guarded(() => pasteInto(act, session, pane, text)),
    enter: () => guarded(() => act(session, "send-keys", "--pane-id", pane, "Enter")),
  };
}
