import { type ArmyWatchers, type ArmyWatchersParts, openArmyWatchers } from "./army-watchers.ts";
import { type Armies, headsOf, nextNews, positionsIn } from "./catch-up.ts";
import type { Position } from "./cursor.ts";
import type { Told } from "./event-stream.ts";
import { frame, framesOf } from "./frames.ts";

/** Who is told what happens. */
export interface Listener {
  /** Only of this army; without it of all. */
  session?: string | undefined;
  /** At the head of the story: takes it at once, or is not fit to listen any more. */
  push(bytes: Uint8Array): void;
  /** Catching up: resolves when it can take more, to false when it is gone. */
  write(text: string): Promise<boolean>;
}

/** Tells every listener the whole story of its armies from where it was, without gap or repeat. */
export interface Hub {
  /** Resolves once the listener is at the head; `cursor` is the last event it has. */
  join(listener: Listener, cursor: string | undefined): Promise<void>;
  leave(listener: Listener): void;
  close(): void;
}

/** Armies are watched while somebody listens, and a little longer. */
const LINGER = 10_000;

export function openHub(parts: Omit<ArmyWatchersParts, "onTold" | "change">): Hub {
  /** Those that know everything, and those that are on their way there. */
  const live = new Set<Listener>();
  const behind = new Set<Listener>();
  let roll: ArmyWatchers | undefined;
  let lingering: NodeJS.Timeout | undefined;
  const armiesOf = ({ session }: Listener) => scoped(roll?.armies ?? new Map(), session);
  const headsFor = (listener: Listener) => headsOf(armiesOf(listener));
  const placesFor = (listener: Listener, cursor: string) =>
    positionsIn(armiesOf(listener), cursor, { isPart: listener.session !== undefined });

  const onTold = (session: string, told: readonly Told[]) => {
    const frames = new Map<string, Uint8Array>();
    for (const listener of live) {
      if (listener.session !== undefined && listener.session !== session) continue;
      const scope = listener.session ?? "";
      const bytes = frames.get(scope) ?? Buffer.from(framesOf(session, told, headsFor(listener)));
      frames.set(scope, bytes);
      listener.push(bytes);
    }
  };

  /** Whoever knew everything before an army came or went has something to learn. */
  const change = (apply: () => void) => {
    const before = [...live].map((listener) => ({ listener, positions: headsFor(listener) }));
    apply();
    live.clear();
    for (const { listener, positions } of before) {
      behind.add(listener);
      void catchUp(listener, positions);
    }
  };

  /** Ends early when the listener leaves. */
  const catchUp = async (listener: Listener, positions: Map<string, Position>): Promise<void> => {
    while (behind.has(listener)) {
      const news = nextNews(armiesOf(listener), positions);
      if (news === undefined) {
        behind.delete(listener);
        live.add(listener);
      } else if (!(await listener.write(news))) hub.leave(listener);
    }
  };

  const hub: Hub = {
    async join(listener, cursor) {
      clearTimeout(lingering);
      behind.add(listener);
      roll ??= openArmyWatchers({ ...parts, onTold, change });
      await roll.ready;
      const known = cursor === undefined ? undefined : placesFor(listener, cursor);
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
      lingering = setTimeout(rest, LINGER).unref();
    },
    close() {
      clearTimeout(lingering);
      rest();
    },
  };

  const rest = () => {
    roll?.stop();
    roll = undefined;
  };
  return hub;
}

function scoped(armies: Armies, session: string | undefined): Armies {
  if (session === undefined) return armies;
  const chronicle = armies.get(session);
  return new Map(chronicle ? [[session, chronicle]] : []);
}
