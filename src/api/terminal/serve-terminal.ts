import type { WebSocket } from "ws";
import { invalidRequest } from "#api/invalid-request.ts";
import { problemOf } from "#api/problem.ts";
import type { ScreenFormat } from "#api/schemas/screen.ts";
import { type TerminalNews, type TerminalOrder, terminalOrder } from "#api/schemas/terminal.ts";
import { limiter } from "#api/security/rate-limit.ts";
import { screenView } from "#api/views.ts";
import { CONTROL_LASTS, type ControlledPane } from "#app/control/control-pane.ts";
import type { Clock } from "#base/clock.ts";
import { parseJson } from "#base/parse-json.ts";
import { styledLines } from "#base/styled-text.ts";
import { asOvldError, OvldError } from "#errors/ovld-error.ts";
import type { Catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import type { PaneView } from "#multiplexer/pane-input.ts";

export interface TerminalParts {
  role: string;
  format: ScreenFormat;
  watch(signal: AbortSignal): AsyncIterable<PaneView>;
  take(): Promise<ControlledPane>;
  /** Logs each take and release. */
  note(event: string, facts?: Record<string, unknown>): void;
  lang: Lang;
  words: Catalog;
  clock: Clock;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

const HEARTBEAT_EVERY = 15_000;
const RATE = { perSecond: 100, burst: 500 };
/** Milliseconds for the client to close its side when the server stops. */
const GRACE = 1000;
/** WebSocket close codes. */
const CLOSED = { ended: 1000, goingAway: 1001, refused: 1008 } as const;

/** Sends a pane's screens over a socket, and its keys to the pane; resolves when the socket is closed. */
export async function serveTerminal(socket: WebSocket, parts: TerminalParts): Promise<void> {
  const { format, watch, lang, words, clock, signal: stopping } = parts;
  const ending = new AbortController();
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  const limited = limiter(RATE, clock);
  const keys = keysOf(socket, parts);
  let orders = Promise.resolve();

  const goAway = () => {
    socket.close(CLOSED.goingAway);
    setTimeout(() => socket.terminate(), GRACE).unref();
  };
  stopping.addEventListener("abort", goAway);
  socket.on("error", () => socket.terminate());
  socket.on("message", (data, isBinary) => {
    if (limited("") > 0) return socket.close(CLOSED.refused, "too-many-requests");
    orders = orders
      .then(() => keys.obey(orderIn(isBinary ? undefined : String(data))))
      .catch((error) => say(socket, { type: "problem", problem: problemOf(error, lang, words) }));
  });
  const stopHeart = heartbeat(socket);
  void closed.then(() => ending.abort());
  try {
    // Waiting for the send before the next screen: a slow client skips screens.
    for await (const view of watch(ending.signal)) {
      keys.see(view);
      await say(socket, { type: "screen", screen: screenOf(view, format) });
    }
    await part(socket, "exited");
  } catch (error) {
    await part(socket, asOvldError(error).code);
  } finally {
    await closed;
    keys.release();
    stopHeart();
    stopping.removeEventListener("abort", goAway);
  }
}

/** This client's control of the pane's keys. */
function keysOf(socket: WebSocket, { role, take, note }: TerminalParts) {
  let taken: ControlledPane | undefined;
  let isClosed = false;
  const begin = async () => {
    const own = await take();
    if (isClosed) return own.release();
    taken = own;
    note("terminal-taken");
    void own.released.then((why) => {
      if (taken === own) taken = undefined;
      note("terminal-released", { why: isClosed ? "closed" : why });
      return say(socket, { type: "released", why });
    });
    await say(socket, { type: "taken", seconds: CONTROL_LASTS / 1000 });
  };
  const held = (): ControlledPane => {
    if (!taken) throw new OvldError("take-needed", { role });
    return taken;
  };
  return {
    see: (view: PaneView) => taken?.see(view),
    release() {
      isClosed = true;
      taken?.release();
    },
    async obey(order: TerminalOrder) {
      switch (order.type) {
        case "take":
          if (!taken) await begin();
          break;
        case "release":
          taken?.release();
          break;
        case "input":
          await held().press(order.keys);
          break;
        case "resize":
          await held().resize(order);
          break;
      }
    },
  };
}

function orderIn(text: string | undefined): TerminalOrder {
  const value = text === undefined ? undefined : parseJson(text);
  const read = terminalOrder.safeParse(value);
  if (!read.success) throw invalidRequest("message", read.error.issues, value);
  return read.data;
}

function screenOf({ screen, cursor, size }: PaneView, format: ScreenFormat) {
  const text = format === "text" ? plain(screen) : screen;
  return screenView({ text, cursor, size }, format);
}

function plain(screen: string): string {
  return styledLines(screen)
    .map((line) => line.map(({ text }) => text).join(""))
    .join("\n");
}

/** Resolves when the message is written, or the socket is closed. */
function say(socket: WebSocket, news: TerminalNews): Promise<void> {
  return new Promise((done) => {
    if (socket.readyState !== socket.OPEN) return done();
    socket.send(JSON.stringify(news), () => done());
  });
}

async function part(socket: WebSocket, why: string): Promise<void> {
  await say(socket, { type: "ended", why });
  socket.close(CLOSED.ended, why);
}

/** Ends connections that do not answer a ping. */
function heartbeat(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on("pong", () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, HEARTBEAT_EVERY);
  return () => clearInterval(timer);
}
