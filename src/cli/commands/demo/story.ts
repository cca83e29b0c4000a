import type { OpenArmy } from "#app/armies/open-army.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Context } from "#cli/frame/context.ts";
import { localTime, nameIn } from "#cli/render/message-text.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { demoWords } from "#i18n/demo-words.ts";
import type { Message, MessageId } from "#mail/message.ts";

/** Result of an order. */
export interface Story {
  messages: readonly Message[];
  /** Milliseconds from stored to read, per read message. */
  waits: readonly number[];
  /** Final report of the overlord; undefined after a timeout. */
  report: string | undefined;
}

const LOOK_EVERY = 20;
const ROOT = "overlord";

interface StoryOptions {
  /** Milliseconds. */
  limit: number;
  isQuiet?: boolean;
  /** Called once per message, one call at a time; the conversation is shown without waiting for it. */
  onMessage?: ((message: Message) => Promise<void>) | undefined;
}

/** Shows a conversation live, until the overlord's status is `done` and all mail is read. */
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
    // Prevents an unhandled rejection; the `await` at the end throws the error.
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

/** Undefined if the user has ended the army from its panes. */
async function look({ status, mail }: OpenArmy["store"]) {
  try {
    // Status first: every message stored before `done` is then part of the mail read next.
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

function timeOf(timestamp: string): string {
  return localTime(timestamp).slice("2026-11-16 ".length);
}
