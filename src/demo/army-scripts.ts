import type { DemoWords } from "#i18n/demo-words.ts";
import type { AgentActions, AgentScript, Mail } from "./agent-script.ts";

const KINGS = ["inferno", "glacier", "shadow", "storm"] as const;
type King = (typeof KINGS)[number];

/** Scripts of the formation `overlord`: orders go down the ranks, reports go back up. */
export function scriptOf(role: string, words: DemoWords): AgentScript {
  const attendTo = stepsOf(role, words);
  return async (messages, actions) => {
    for (const mail of messages) {
      actions.say(`${mail.from}: ${mail.subject}`);
      await attendTo(mail, actions);
    }
  };
}

type Step = (mail: Mail, actions: AgentActions) => Promise<void>;

function stepsOf(role: string, words: DemoWords): Step {
  switch (role) {
    case "overlord":
      return overlord(words);
    case "strategist":
      return strategist(words);
    default:
      return king(role as King, words);
  }
}

function overlord({ overlord: say }: DemoWords): Step {
  let order = "";
  return async ({ from, subject, body }, actions) => {
    if (from === "strategist") return actions.status("done", say.done(order));
    order = subject;
    await actions.status("working", say.working(subject));
    await actions.send({ to: "strategist", subject: say.spec(subject), body: say.specBody(body) });
  };
}

function strategist({ strategist: say }: DemoWords): Step {
  const reported = new Set<string>();
  return async ({ from, subject }, actions) => {
    if (from === "overlord") {
      reported.clear();
      await actions.status("working", subject);
      for (const to of KINGS) await actions.send({ to, subject: say.tasks[to], body: say.taskBody(subject) });
      return;
    }
    reported.add(from);
    if (reported.size < KINGS.length) return;
    await actions.send({ to: "overlord", subject: say.report, body: say.reportBody([...reported]) });
    await actions.status("done", say.report);
  };
}

function king(role: King, { kings }: DemoWords): Step {
  return async ({ subject }, actions) => {
    const { file, content, report } = kings[role];
    await actions.status("working", subject);
    await actions.make(file, content);
    await actions.send({ to: "strategist", subject: report, body: file });
    await actions.status("done", report);
  };
}
