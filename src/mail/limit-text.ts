import type { Breach } from "./budget.ts";
import type { RoleId } from "./message.ts";
import type { RelaySettings } from "./roster.ts";
import type { SystemText } from "./system-mail.ts";

export interface LimitWords {
  /** For the screen of an agent that is held back: no quote, no backslash. */
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
    `${count(used)} of ${count(limit)} tokens are used ${what === "role" ? "by this role" : "by the army"}; ovld has parked it ([limits] in config.toml)`,
  parked: (role, { what, used, limit }) =>
    what === "total"
      ? {
          subject: "The army is parked: its token limit is reached",
          body: `Every agent is stopped at its next step, because ${count(used)} of ${count(limit)} tokens are used by the whole army.
Mail is kept and waits. Only a human can go on, by raising tokens_total under [limits] in config.toml.`,
        }
      : {
          subject: `${role} is parked: the token limit is reached`,
          body: `${role} was stopped, because ${count(used)} of ${count(limit)} tokens are used by it.
Mail to it is kept and waits. Only a human can go on with it, by raising tokens_per_role under [limits] in config.toml. Do not wait for it: give its work to somebody else, or tell the human what is left.`,
        },
  limited: (role, until, detail) => ({
    subject: `${role} has reached its usage limit`,
    body: `${role} cannot work${until ? ` until ${until}` : ""}${detail ? ` (${detail})` : ""}. Mail to it is kept and waits. If its work cannot wait, give it to somebody else.`,
  }),
  goOn: {
    unparked: {
      subject: "The token limit was raised",
      body: "You are no longer parked. Go on where you were stopped.",
    },
    reset: {
      subject: "Your usage limit is over",
      body: "Go on where you were stopped. Read your other mail first: things may have changed meanwhile.",
    },
  },
};

const ja: LimitWords = {
  reason: ({ what, used, limit }) =>
    `${what === "role" ? "この役割" : "軍全体"}のトークンが ${count(limit)} のうち ${count(used)} 使われたため、ovld が留め置いています（config.toml の [limits]）`,
  parked: (role, { what, used, limit }) =>
    what === "total"
      ? {
          subject: "軍を留め置きました: トークンの上限",
          body: `軍全体がトークンを ${count(limit)} のうち ${count(used)} 使ったため、全員が次の一歩で止まります。
伝令は保管され、待ちます。再開できるのは人だけです（config.toml の [limits] tokens_total を上げる）。`,
        }
      : {
          subject: `${role} を留め置きました: トークンの上限`,
          body: `${role} がトークンを ${count(limit)} のうち ${count(used)} 使ったため、${role} を止めました。
${role} 宛ての伝令は保管され、待ちます。再開できるのは人だけです（config.toml の [limits] tokens_per_role を上げる）。待たずに仕事をほかの者に回すか、残りを人に伝えてください。`,
        },
  limited: (role, until, detail) => ({
    subject: `${role} が利用上限に達しました`,
    body: `${role} は${until ? ` ${until} まで` : ""}働けません${detail ? `（${detail}）` : ""}。宛てた伝令は保管され、待ちます。急ぐ仕事はほかの者に回してください。`,
  }),
  goOn: {
    unparked: {
      subject: "トークンの上限が上がりました",
      body: "留め置きは解かれました。止まったところから続けてください。",
    },
    reset: {
      subject: "利用上限が解けました",
      body: "止まったところから続けてください。状況が変わっているかもしれないので、先にほかの伝令を読んでください。",
    },
  },
};

const words = { en, ja };
