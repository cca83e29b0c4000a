import type { OpenArmy } from "#army/open-army.ts";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#base/errors.ts";
import type { Message, MessageHead, MessageId, MessageState, RoleId } from "#store/mail-store.ts";

export interface MailQuery {
  /** Wrote it, or was sent it. */
  role?: RoleId | undefined;
  state?: MessageState | undefined;
  order: "oldest" | "newest";
  /** The last message of the page before. */
  after?: MessageId | undefined;
  limit: number;
}

/** Finds messages without reading each one again for every question. */
export interface MailIndex {
  page(army: OpenArmy, query: MailQuery): Promise<{ messages: MessageHead[]; next: MessageId | null }>;
  /** Throws `message-unknown`. */
  find(army: OpenArmy, id: MessageId): Promise<Message>;
}

/** Of one army: what every message was when it was last looked at, and those whose story has ended. */
interface Kept {
  started: string;
  /** By `clock.elapsed()`. */
  since: number;
  heads: Map<MessageId, MessageHead>;
  settled: Set<MessageId>;
}

const MOST_ARMIES = 16;
/** Milliseconds: an army's watcher lets go of old mail, and nobody tells which. */
const LASTS = 10 * 60_000;

export function openMailIndex(clock: Clock): MailIndex {
  const armies = new Map<string, Kept>();

  const keptOf = ({ entry: { name, started } }: OpenArmy): Kept => {
    const known = armies.get(name);
    const isGood = known?.started === started && clock.elapsed() - known.since < LASTS;
    const kept = isGood ? known : { started, since: clock.elapsed(), heads: new Map(), settled: new Set<MessageId>() };
    armies.delete(name);
    const [oldest] = armies.keys();
    if (armies.size >= MOST_ARMIES && oldest !== undefined) armies.delete(oldest);
    armies.set(name, kept);
    return kept;
  };

  const refresh = async (army: OpenArmy): Promise<Kept> => {
    const kept = keptOf(army);
    for (const { body: _, ...head } of await army.store.mail.all({ known: kept.settled })) {
      kept.heads.set(head.id, head);
      if (head.state === "acked") kept.settled.add(head.id);
    }
    return kept;
  };

  return {
    async page(army, { role, state, order, after, limit }) {
      const { heads } = await refresh(army);
      const sign = order === "oldest" ? 1 : -1;
      const isBehind = (id: MessageId) => after === undefined || compare(id, after) * sign > 0;
      const isWanted = (head: MessageHead) =>
        isBehind(head.id) &&
        (role === undefined || head.from === role || head.to === role) &&
        (state === undefined || head.state === state);
      const found = [...heads.values()].filter(isWanted).sort((a, b) => compare(a.id, b.id) * sign);
      const messages = found.slice(0, limit);
      return { messages, next: found.length > limit ? (messages.at(-1)?.id ?? null) : null };
    },
    async find(army, id) {
      const { heads, settled } = await refresh(army);
      const others = new Set(heads.keys());
      others.delete(id);
      const found = (await army.store.mail.all({ known: others })).find((message) => message.id === id);
      if (found) return found;
      heads.delete(id);
      settled.delete(id);
      throw new OvldError("message-unknown", { id, session: army.entry.name });
    },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
