import type { Progress } from "#agent-cli/observer.ts";
import type { Given, Handed, ReceiptEvent, ReceiptState, SeenProgress, Settlement } from "./receipt-state.ts";

/** The first step may have begun before the model got the mail; the second is requested by a model that has it. */
const STEPS_THAT_PROVE = 2;

const QUESTION = "ovld-receipt-";

type Decision = [ReceiptState, Settlement[]];
type Event<What extends ReceiptEvent["what"]> = Extract<ReceiptEvent, { what: What }>;

/**
 * Mail is proved when the conversation goes on, by a later step or the end of the turn, and the transcript contains the
 * mail. If the agent CLI reports no steps, an answer to a `ping` behind the mail is the proof, or any later request: a
 * client reads line by line. `docs/decisions/0008-what-a-receipt-proves.md` has the reasons.
 */
export function decideReceipts(state: ReceiptState, event: ReceiptEvent): Decision {
  switch (event.what) {
    case "awaited":
      return awaitAnswer(state, event);
    case "written":
      return [handOver(state, event.id), []];
    case "cancelled":
      return cancel(state, event.id);
    case "handshake":
      return [{ ...state, hasHandshake: true }, []];
    case "taken":
      return take(state, event.question);
    case "seen":
      return compare(state, event);
    case "recalled":
      return judge(state, event.found);
    case "ended":
      return end(state);
  }
}

/** Mail to look up in the transcript: the conversation has gone on since it was handed over. */
export function toRecall(state: ReceiptState, { now, known }: Event<"seen">): Handed[] {
  const trusted = trust(state, now);
  return state.handed.filter((one) => known.has(one.question) && trusted !== undefined && hasGoneOn(one, trusted));
}

export function isQuestion(id: unknown): id is string {
  return typeof id === "string" && id.startsWith(QUESTION);
}

function awaitAnswer(state: ReceiptState, { id, given }: Event<"awaited">): Decision {
  if (state.isEnded) return [state, [released(given)]];
  const spoken = { ...state, hasSpoken: state.hasSpoken || isTold(given.seen) };
  const awaited = new Map(state.awaited).set(id, { ...given, seen: trust(spoken, given.seen) });
  return [{ ...spoken, awaited }, []];
}

function handOver(state: ReceiptState, id: unknown): ReceiptState {
  const given = state.awaited.get(id);
  if (!given) return state;
  const asked = state.asked + 1;
  const handed = [...state.handed, { ...given, id, question: `${QUESTION}${asked}`, isTaken: false }];
  return { ...state, awaited: without(state.awaited, id), handed, asked };
}

function cancel(state: ReceiptState, id: unknown): Decision {
  const lost = state.awaited.get(id);
  const left = { ...state, awaited: without(state.awaited, id) };
  const [rest, settled] = settle(left, "release", (one) => one.id === id);
  return [rest, [...(lost ? [released(lost)] : []), ...settled]];
}

function take(state: ReceiptState, question: string | undefined): Decision {
  const last =
    question === undefined ? state.handed.length - 1 : state.handed.findIndex((one) => one.question === question);
  const handed = state.handed.map((one, index) => (index <= last ? { ...one, isTaken: true } : one));
  return settle({ ...state, handed }, "acknowledge", ({ isTaken, seen }) => isTaken && seen === "silent");
}

/** An agent in another conversation does not have the mail of the one before. */
function compare(state: ReceiptState, { now, known }: Event<"seen">): Decision {
  const spoken = { ...state, hasSpoken: state.hasSpoken || isTold(now) };
  const trusted = trust(spoken, now);
  if (trusted === undefined) return [spoken, []];
  const handed = state.handed.map((one) => (known.has(one.question) ? { ...one, seen: one.seen ?? trusted } : one));
  return settle({ ...spoken, handed }, "release", (one) => known.has(one.question) && hasLeft(one, trusted));
}

function judge(state: ReceiptState, found: Event<"recalled">["found"]): Decision {
  const [left, lost] = settle(state, "release", (one) => found.get(one.question) === "left out");
  const [rest, kept] = settle(left, "acknowledge", (one) => found.get(one.question) === "kept");
  return [rest, [...lost, ...kept]];
}

function end(state: ReceiptState): Decision {
  const lost = [...state.handed, ...state.awaited.values()].map(released);
  return [{ ...state, handed: [], awaited: new Map(), isEnded: true }, lost];
}

function settle(state: ReceiptState, move: Settlement["move"], isDecided: (one: Handed) => boolean): Decision {
  const decided = state.handed.filter(isDecided);
  const handed = state.handed.filter((one) => !decided.includes(one));
  return [{ ...state, handed }, decided.map(({ after }) => ({ after, move }))];
}

function released({ after }: Given): Settlement {
  return { after, move: "release" };
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const left = new Map(map);
  left.delete(key);
  return left;
}

function trust({ hasSpoken }: ReceiptState, seen: SeenProgress | undefined): SeenProgress | undefined {
  return seen === "silent" && hasSpoken ? undefined : seen;
}

function hasLeft({ seen }: Handed, now: SeenProgress): boolean {
  if (!isTold(seen) || !isTold(now)) return false;
  const [before, after] = [seen.conversation, now.conversation];
  return before !== undefined && after !== undefined && before !== after;
}

function hasGoneOn({ seen, isTaken }: Handed, now: SeenProgress): boolean {
  if (seen === "silent") return isTaken;
  return isTold(seen) && isTold(now) && now.steps >= seen.steps + STEPS_THAT_PROVE;
}

function isTold(progress: SeenProgress | undefined): progress is Progress {
  return typeof progress === "object";
}
