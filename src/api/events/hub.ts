import { type ArmyWatchers, type ArmyWatchersParts, openArmyWatchers } from "./army-watchers.ts";
import { type Armies, frame, framesOf, headsOf, nextFrames, positionsIn } from "./catch-up.ts";
import type { Position } from "./cursor.ts";
import type { PublishedEvent } from "./event-stream.ts";

/** A client of the event stream. */
export interface Listener {
  /** The only army in the client's stream; undefined for all armies. */
  session?: string | undefined;
  /** Sends a live event without waiting. */
  push(bytes: Uint8Array): void;
  /** Sends past events; resolves when there is room for more, with false when the client is gone. */
  write(text: string): Promise<boolean>;
}

/** Sends each listener every event of its armies once, starting behind its last event. */
export interface Hub {
  /** Resolves when the listener has all past events; `cursor` is the id of its last event. */
  join(listener: Listener, cursor: string | undefined): Promise<void>;
  leave(listener: Listener): void;
  close(): void;
}

/** The watchers stop this long after the last listener has left: a browser that lost its connection is back soon. */
const LINGER = 10_000;

export function openHub(parts: Omit<ArmyWatchersParts, "onEvents" | "change">): Hub {
  /** Listeners that have everything, and listeners that get past events. */
  const live = new Set<Listener>();
  const behind = new Set<Listener>();
  let watchers: ArmyWatchers | undefined;
  let lingering: NodeJS.Timeout | undefined;
  const armiesOf = ({ session }: Listener) => scoped(watchers?.armies ?? new Map(), session);
  const headsFor = (listener: Listener) => headsOf(armiesOf(listener));

  /** Encodes each frame once for all listeners of the same scope. */
  const onEvents = (session: string, events: readonly PublishedEvent[]) => {
    const frames = new Map<string, Uint8Array>();
    for (const listener of live) {
      if (listener.session !== undefined && listener.session !== session) continue;
      const scope = listener.session ?? "";
      const bytes = frames.get(scope) ?? Buffer.from(framesOf(session, events, headsFor(listener)));
      frames.set(scope, bytes);
      listener.push(bytes);
    }
  };

  /** When an army comes or goes, every live listener has to catch up. */
  const change = (apply: () => void) => {
    const before = [...live].map((listener) => ({ listener, positions: headsFor(listener) }));
    apply();
    live.clear();
    for (const { listener, positions } of before) {
      behind.add(listener);
      void catchUp(listener, positions);
    }
  };

  const catchUp = async (listener: Listener, positions: Map<string, Position>): Promise<void> => {
    while (behind.has(listener)) {
      const frames = nextFrames(armiesOf(listener), positions);
      if (frames === undefined) {
        behind.delete(listener);
        live.add(listener);
      } else if (!(await listener.write(frames))) hub.leave(listener);
    }
  };

  const stop = () => {
    watchers?.stop();
    watchers = undefined;
  };

  const hub: Hub = {
    async join(listener, cursor) {
      clearTimeout(lingering);
      behind.add(listener);
      watchers ??= openArmyWatchers({ ...parts, onEvents, change });
      await watchers.ready;
      const isPart = listener.session !== undefined;
      const known = cursor === undefined ? undefined : positionsIn(armiesOf(listener), cursor, { isPart });
      const heads = headsFor(listener);
      if (cursor !== undefined && !known) await listener.write(frame(heads, "reset", {}));
      await catchUp(listener, known ?? heads);
      if (live.has(listener)) listener.push(Buffer.from(frame(headsFor(listener), "ready", {})));
    },
    leave(listener) {
      live.delete(listener);
      behind.delete(listener);
      if (live.size + behind.size > 0) return;
      clearTimeout(lingering);
      lingering = setTimeout(stop, LINGER).unref();
    },
    close() {
      clearTimeout(lingering);
      stop();
    },
  };
  return hub;
}

function scoped(armies: Armies, session: string | undefined): Armies {
  if (session === undefined) return armies;
  const army = armies.get(session);
  return new Map(army ? [[session, army]] : []);
}
