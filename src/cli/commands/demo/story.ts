import type { OpenArmy } from "#app/armies/open-army.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Context } from "#cli/frame/context.ts";
import { localTime, nameIn } from "#cli/render/message-text.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { demoWords } from "#i18n/demo-words.ts";
import type { Message, MessageId } from "#mail/message.ts";

/** What came of an order. */
export interface Story {
  messages: readonly Message[];
  /** Milliseconds from stored to read, of each message that was read. */
  waits: readonly number[];
  /** What the overlord said at the end; undefined when it did not in time. */
  report: string | undefined;
}

const LOOK_EVERY = 20;
const ROOT = "overlord";

interface StoryOptions {
  /** Milliseconds. */
  limit: number;
  isQuiet?: boolean;
  /** Called for each message when it is first seen, one after the other; the story does not wait for it. */
  onMessage?: ((message: Message) => Promise<void>) | undefined;
}

/** Shows a conversation as it happens, until the overlord calls the order done and all mail is read. */
export async function tellStory(
  { store, roster }: OpenArmy,
  { limit, isQuiet = false, onMessage }: StoryOptions,
  context: Context,
): Promise<Story> {
  const { clock, signal } = context;
  const show = isQuiet ? { sent: () => {}, read: () => {} } : narrator(roster, context);
  const readAfter = new Map<MessageId, number>();
  const seen = new Set<MessageId>();
  let messages: readonly Message[] = [];
  let aside = Promise.resolve();
  const deadline = clock.elapsed() + limit;
  for (;;) {
    const seenNow = await look(store);
    messages = seenNow?.messages ?? messages;
    for (const message of messages.filter(({ id }) => !seen.has(id))) {
      seen.add(message.id);
      show.sent(message);
      aside = aside.then(() => onMessage?.(message));
    }
    // What goes wrong aside is thrown when the story is over.
    aside.catch(() => {});
    for (const message of messages.filter((each) => isRead(each) && !readAfter.has(each.id))) {
      const wait = clock.now() - Date.parse(message.timestamp);
      readAfter.set(message.id, wait);
      show.read(message, wait);
    }
    const isTold = seenNow?.status === "done" && messages.every(isRead);
    if (isTold || !seenNow || clock.elapsed() > deadline || signal.aborted) {
      await aside;
      return { messages, waits: [...readAfter.values()], report: isTold ? seenNow.task : undefined };
    }
    await clock.wait(LOOK_EVERY, signal);
  }
}

/** Undefined when the army was ended meanwhile, by whoever looks at its panes. */
async function look({ status, mail }: OpenArmy["store"]) {
  try {
    // Asked first: what was written before the end is in the history that is read after it.
    const said = await status.get(ROOT);
    return { ...said, messages: await mail.all() };
  } catch (error) {
    if (OvldError.is(error, "store-missing")) return undefined;
    throw error;
  }
}

function narrator(roster: OpenArmy["roster"], context: Context) {
  const { out, words, lang } = context;
  const name = (role: string) => nameIn(roster, role, context);
  return {
    sent({ from, to, subject, state, timestamp }: Message) {
      const [time, far] = [timeOf(timestamp), `[${words.mail.states[state]}]`].map((text) => out.paint("dim", text));
      out.line(`${time}  ${name(from)} → ${name(to)}  ${out.paint("bold", visibleLine(subject))}  ${far}`);
    },
    read({ to, subject }: Message, wait: number) {
      const line = demoWords(lang).readAfter(name(to), visibleLine(subject), duration(wait));
      out.line(out.paint("dim", `            ${line}`));
    },
  };
}

export function isRead({ state }: Message): boolean {
  return state === "read" || state === "acked";
}

/** `340 ms`, `2.1 s` */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Of a day that everybody knows. */
function timeOf(timestamp: string): string {
  return localTime(timestamp).slice("2026-11-16 ".length);
}
