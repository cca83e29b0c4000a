import { expect, test, vi } from "vitest";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { roles } from "#test/support/army-roles.ts";
import { skipFor, without } from "#test/support/programs.ts";
import { TOLD_OF_MAIL } from "./agent.ts";
import { kings, summonRealArmy } from "./army.ts";
import { withoutClaude } from "./claude-code.ts";
import { type Block, type ModelRequest, type Script, say, use } from "./scripted-model.ts";

const WAIT = { timeout: 90_000, interval: 200 };

const words = {
  en: { order: "Build a landing page", task: "Your part", report: "Done and tested", victory: "All is done" },
  ja: { order: "ランディングページを作れ", task: "そなたの役目", report: "完了、検証済み", victory: "全軍完了" },
};

/** Each role follows its ritual, using only its new messages. */
function chainOfCommand(lang: "en" | "ja"): Script {
  const { order, task, report, victory } = words[lang];
  const reports = new Set<string>();
  const tool = ({ tools }: ModelRequest, name: string, input: object = {}): Block[] =>
    use(tools.find((each) => each.endsWith(`__${name}`)) ?? name, input);
  const send = (request: ModelRequest, to: string, body: string) =>
    tool(request, "send_message", { to, subject: body, body });
  return (request) => {
    const { role = "", said, results } = request;
    const received = results.join("\n");
    if (received.includes(victory)) return say("Good.");
    if (role === "overlord" && received.includes(report))
      return tool(request, "broadcast", { subject: victory, body: victory });
    if (role === "strategist" && received.includes(report)) {
      for (const king of kings) if (new RegExp(`from\\W+${king}\\b`).test(received)) reports.add(king);
      if (reports.size < kings.length) return say("I wait for the others.");
      return send(request, "overlord", report);
    }
    if (role === "strategist" && received.includes(order))
      return [...tool(request, "get_status"), ...kings.flatMap((king) => send(request, king, task))];
    if (kings.includes(role) && received.includes(task))
      return [...tool(request, "update_status", { status: "done", task: "…" }), ...send(request, "strategist", report)];
    if (role === "overlord" && said.includes(order) && results.length === 0) return send(request, "strategist", order);
    if (TOLD_OF_MAIL.test(said) && !received.includes("messages")) return tool(request, "check_inbox");
    return say("Ready.");
  };
}

test.for([
  ["zellij", "ja"],
  ["tmux", "en"],
] as [MultiplexerKind, "en" | "ja"][])(
  "an order typed to the overlord goes down to four kings and their reports come up, without a further keystroke (%s, %s)",
  { timeout: 300_000 },
  async ([kind, lang], context) => {
    const missing = withoutClaude || without(kind);
    skipFor(context, missing);
    const { order, task, report, victory } = words[lang];
    await using field = await summonRealArmy({ kind, lang, script: chainOfCommand(lang) });
    await field.rests();
    await field.type("overlord", order);
    expect((await field.keystrokes()).length, "the rituals were typed").toBeGreaterThanOrEqual(roles.length);
    const began = performance.now();
    await field.enter("overlord");
    const log = await vi.waitFor(async () => {
      const messages = await field.log();
      expect(messages.map(({ state }) => state)).toEqual(Array.from({ length: 15 }, () => "acked"));
      return messages;
    }, WAIT);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const journey = log.map(({ from, to, subject }) => `${from} → ${to}: ${subject}`);
    expect(journey[0]).toBe(`overlord → strategist: ${order}`);
    const tasks = kings.map((king) => `strategist → ${king}: ${task}`);
    const reports = kings.map((king) => `${king} → strategist: ${report}`);
    // A quick king may report before the last one has its task.
    expect(journey.slice(1, 9).sort()).toEqual([...tasks, ...reports].sort());
    for (const [paths, told] of tasks.entries())
      expect(journey.indexOf(told)).toBeLessThan(journey.indexOf(reports[paths] ?? ""));
    expect(journey[9]).toBe(`strategist → overlord: ${report}`);
    expect(journey.slice(10).sort()).toEqual(
      roles
        .slice(1)
        .map((role) => `overlord → ${role}: ${victory}`)
        .sort(),
    );
    expect(await field.keystrokes()).toEqual([]);
    console.log(`${kind}, ${lang}: 15 messages among six agents, all received after ${seconds} s`);
    await field.army.ovld(["unsummon", "--force"]);
  },
);
