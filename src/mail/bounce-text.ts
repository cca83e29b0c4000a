import { MAX_SUBJECT_CHARACTERS } from "./compose.ts";
import type { Message, RoleId, WaitReason } from "./message.ts";
import type { RelaySettings } from "./roster.ts";
import type { SystemText } from "./system-mail.ts";

/** Messages that are listed one by one. */
const LISTED = 20;

/** Mail that was not read in time, or will not be. */
export interface Unread {
  role: RoleId;
  messages: readonly Message[];
  why: WaitReason | undefined;
}

/** Tells a sender of mail that was not read. */
export function bounceText({ role, messages, why }: Unread, lang: RelaySettings["lang"]): SystemText {
  const { one, many, ended, waiting, stays, more, whys } = words[lang];
  const [first] = messages;
  const subject = first && messages.length === 1 ? one(first.subject) : many(messages.length, role);
  const list = messages.slice(0, LISTED).map(({ id, timestamp, subject }) => `- ${timestamp} ${id} ${subject}`);
  const left = messages.length - list.length;
  return {
    subject: [...subject].slice(0, MAX_SUBJECT_CHARACTERS).join(""),
    body: [
      why === "no-agent" ? ended(role) : waiting(role, why && whys[why]),
      ...list,
      ...(left > 0 ? [more(left)] : []),
      stays,
    ].join("\n"),
  };
}

type Whys = Readonly<Record<Exclude<WaitReason, "no-agent">, string>>;

const en = {
  one: (subject: string) => `Not read: ${subject}`,
  many: (n: number, role: string) => `Not read: ${n} messages to ${role}`,
  ended: (role: string) => `The agent of ${role} has ended, and nobody has read:`,
  waiting: (role: string, why: string | undefined) => `${role} has not read in time${why ? ` (${why})` : ""}:`,
  more: (n: number) => `- and ${n} more`,
  stays:
    "Nothing is lost: it stays in the inbox and will be read when that agent looks. Do not send it again; ask somebody else if it cannot wait.",
  whys: {
    busy: "busy",
    "user-typing": "a human is typing there",
    dialog: "it waits for a human to answer a dialog",
    starting: "it is still starting",
    limited: "its usage limit is reached",
    parked: "it is parked, because its token limit is reached",
    "not-taken": "its terminal shows no composer that takes a line",
    "no-bell": "it could not be told",
    failed: "it could not be told",
  } satisfies Whys,
};

const ja: typeof en = {
  one: (subject) => `未読: ${subject}`,
  many: (n, role) => `未読: ${role} 宛て ${n} 通`,
  ended: (role) => `${role} のエージェントは終了しており、次の伝令は読まれていません:`,
  waiting: (role, why) => `${role} は期限までに次の伝令を読みませんでした${why ? `（${why}）` : ""}:`,
  more: (n) => `- ほか ${n} 通`,
  stays:
    "失われてはいません。受信箱に残り、相手が見たときに読まれます。送り直さないでください。待てないときはほかの者に頼んでください。",
  whys: {
    busy: "処理中",
    "user-typing": "人が入力中",
    dialog: "人による確認画面の応答待ち",
    starting: "起動中",
    limited: "利用上限に達している",
    parked: "トークンの上限に達し、留め置かれている",
    "not-taken": "端末に行を受け取る入力欄が見えない",
    "no-bell": "知らせる手段がない",
    failed: "知らせることができない",
  },
};

const words = { en, ja };
