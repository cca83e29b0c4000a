import type { DemoWords } from "#i18n/demo-words.ts";
import type { Hands, Mail, Mind } from "./agent-script.ts";

const KINGS = ["inferno", "glacier", "shadow", "storm"] as const;
type King = (typeof KINGS)[number];

/** How each role of the formation `overlord` carries out an order: down the ranks, and reports back up. */
export function mindOf(role: string, words: DemoWords): Mind {
  const attendTo = deedsOf(role, words);
  return async (news, hands) => {
    for (const mail of news) {
      hands.say(`${mail.from}: ${mail.subject}`);
      await attendTo(mail, hands);
    }
  };
}

type Deeds = (mail: Mail, hands: Hands) => Promise<void>;

function deedsOf(role: string, words: DemoWords): Deeds {
  switch (role) {
    case "overlord":
      return overlord(words);
    case "strategist":
      return strategist(words);
    default:
      return king(role as King, words);
  }
}

function overlord({ overlord: say }: DemoWords): Deeds {
  let order = "";
  return async ({ from, subject, body }, hands) => {
    if (from === "strategist") return hands.status("done", say.done(order));
    order = subject;
    await hands.status("working", say.working(subject));
    await hands.send({ to: "strategist", subject: say.spec(subject), body: say.specBody(body) });
  };
}

function strategist({ strategist: say }: DemoWords): Deeds {
  const reported = new Set<string>();
  return async ({ from, subject }, hands) => {
    if (from === "overlord") {
      reported.clear();
      await hands.status("working", subject);
      for (const to of KINGS) await hands.send({ to, subject: say.tasks[to], body: say.taskBody(subject) });
      return;
    }
    reported.add(from);
    if (reported.size < KINGS.length) return;
    await hands.send({ to: "overlord", subject: say.report, body: say.reportBody([...reported]) });
    await hands.status("done", say.report);
  };
}

function king(role: King, { kings }: DemoWords): Deeds {
  return async ({ subject }, hands) => {
    const { file, content, report } = kings[role];
    await hands.status("working", subject);
    await hands.make(file, content);
    await hands.send({ to: "strategist", subject: report, body: file });
    await hands.status("done", report);
  };
}
