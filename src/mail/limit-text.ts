import type { Breach } from "./budget.ts";
import type { RoleId } from "./message.ts";
import type { RelaySettings } from "./roster.ts";
import type { SystemText } from "./system-mail.ts";

export interface LimitWords {
  /** Shown by a hook on the screen of a parked agent: must contain no quotation mark and no backslash. */
  reason(breach: Breach): string;
  parked(role: RoleId, breach: Breach): SystemText;
  limited(role: RoleId, until: string | undefined, detail: string | undefined): SystemText;
  goOn: { unparked: SystemText; reset: SystemText };
}

export function limitWords(lang: RelaySettings["lang"]): LimitWords {
  return words[lang];
}

const count = (n: number) => n.toLocaleString("en-US");

const en: LimitWords = {
  reason: ({ what, used, limit }) =>
    `token limit of ${what === "role" ? "this role" : "the army"} reached: ${count(used)} of ${count(limit)} used; parked by ovld ([limits] in config.toml)`,
  parked: (role, { what, used, limit }) =>
    what === "total"
      ? {
          subject: "The army is parked: its token limit is reached",
          body: `The army has used ${count(used)} of ${count(limit)} tokens, so each agent stops at its next step.
Mail is kept. To resume the army, the user must raise tokens_total under [limits] in config.toml.`,
        }
      : {
          subject: `${role} is parked: the token limit is reached`,
          body: `${role} has used ${count(used)} of ${count(limit)} tokens and is stopped.
Mail to it is kept. To resume it, the user must raise tokens_per_role under [limits] in config.toml. Do not wait for it: give its work to another role, or tell the user what is left.`,
        },
  limited: (role, until, detail) => ({
    subject: `${role} has reached its usage limit`,
    body: `${role} cannot work${until ? ` until ${until}` : ""}${detail ? ` (${detail})` : ""}. Mail to it is kept. If its work cannot wait, give it to another role.`,
  }),
  goOn: {
    unparked: {
      subject: "The token limit was raised",
      body: "You are no longer parked. Continue where you were stopped.",
    },
    reset: {
      subject: "Your usage limit is over",
      body: "Continue where you were stopped. Read your other mail first: the situation may have changed.",
    },
  },
};

const ja: LimitWords = {
  reason: ({ what, used, limit }) =>
    `${what === "role" ? "この役割" : "軍全体"}がトークンの上限に到達: ${count(limit)} 中 ${count(used)} を使用。ovld が保留にしました（config.toml の [limits]）`,
  parked: (role, { what, used, limit }) =>
    what === "total"
      ? {
          subject: "軍を保留にしました: トークンの上限",
          body: `軍全体でトークンを ${count(limit)} 中 ${count(used)} 使用したため、すべてのエージェントが次の処理で停止します。
メッセージは保管されます。再開するには、ユーザーが config.toml の [limits] tokens_total を引き上げる必要があります。`,
        }
      : {
          subject: `${role} を保留にしました: トークンの上限`,
          body: `${role} はトークンを ${count(limit)} 中 ${count(used)} 使用したため、停止しました。
${role} 宛てのメッセージは保管されます。再開するには、ユーザーが config.toml の [limits] tokens_per_role を引き上げる必要があります。再開を待たずに作業を別の役割に依頼するか、残りの作業をユーザーに伝えてください。`,
        },
  limited: (role, until, detail) => ({
    subject: `${role} が利用上限に達しました`,
    body: `${role} は${until ? ` ${until} まで` : ""}作業できません${detail ? `（${detail}）` : ""}。${role} 宛てのメッセージは保管されます。待てない作業は別の役割に依頼してください。`,
  }),
  goOn: {
    unparked: {
      subject: "トークンの上限が引き上げられました",
      body: "保留は解除されました。中断したところから再開してください。",
    },
    reset: {
      subject: "利用上限が解除されました",
      body: "中断したところから再開してください。状況が変わっている可能性があるため、先にほかのメッセージを読んでください。",
    },
  },
};

const words = { en, ja };
