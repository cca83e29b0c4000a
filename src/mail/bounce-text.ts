import { MAX_SUBJECT_CHARACTERS } from "./compose.ts";
import type { Message, RoleId, WaitReason } from "./message.ts";
import type { RelaySettings } from "./roster.ts";
import type { SystemText } from "./system-mail.ts";

/** Number of messages that are listed one by one. */
const LISTED = 20;

/** Messages of one sender that are returned. */
export interface Unread {
  role: RoleId;
  messages: readonly Message[];
  why: WaitReason | undefined;
}

/** Text of the message that informs a sender of unread mail. */
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
  ended: (role: string) => `The agent of ${role} has ended. Unread messages:`,
  waiting: (role: string, why: string | undefined) =>
    `${role} did not read these messages in time${why ? ` (${why})` : ""}:`,
  more: (n: number) => `- and ${n} more`,
  stays:
    "They stay in its inbox and can still be read. Do not send them again; if the work cannot wait, ask another role.",
  whys: {
    busy: "busy",
    "user-typing": "a user is typing in its pane",
    dialog: "a dialog waits for an answer",
    starting: "still starting",
    limited: "usage limit reached",
    parked: "parked: token limit reached",
    "not-taken": "no usable input box in its pane",
    "no-bell": "it could not be notified",
    failed: "the notification failed",
  } satisfies Whys,
};

const ja: typeof en = {
  one: (subject) => `未読: ${subject}`,
  many: (n, role) => `未読: ${role} 宛て ${n} 通`,
  ended: (role) => `${role} のエージェントは終了しています。未読のメッセージ:`,
  waiting: (role, why) => `${role} は期限までに次のメッセージを読みませんでした${why ? `（${why}）` : ""}:`,
  more: (n) => `- ほか ${n} 通`,
  stays:
    "メッセージは受信箱に残り、相手は後からでも読めます。再送しないでください。待てない作業は別の役割に依頼してください。",
  whys: {
    busy: "処理中",
    "user-typing": "ペインでユーザーが入力中",
    dialog: "確認画面が応答待ち",
    starting: "起動中",
    limited: "利用上限に到達",
    parked: "トークンの上限に達し、保留中",
    "not-taken": "ペインに使用できる入力欄がない",
    "no-bell": "通知の手段がない",
    failed: "通知に失敗",
  },
};

const words = { en, ja };
