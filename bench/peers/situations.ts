import { systemClock } from "#base/clock.ts";
import type { Agent, Stage } from "./stage.ts";
import { SESSION, until } from "./stage.ts";
import type { Way } from "./ways.ts";
import type { Worker } from "./worker.ts";

const line = (from: string) => `[MESSAGE from ${from}] You have mail: call check_inbox.`;
export const LINE = line("strategist");
const SECOND = line("inferno");
const DRAFT = "unfinished-thought";
/** Milliseconds in which a line arrives, and in which a line that is held back would have been typed. */
const ARRIVAL = 8000;
const SETTLE = 700;

/** `arrived` and `held` are right; everything else names what went wrong. */
export type Verdict = "arrived" | "held" | string;
export type Situation = (stage: Stage, way: Way, senders: readonly Worker[]) => Promise<Verdict>;

export const situations: Record<string, Situation> = {
  async idle(stage, way, [sender]) {
    const agent = await stage.open(way, []);
    await send(sender!, way, agent, LINE);
    return arrival(agent, [LINE]);
  },
  async draft(stage, way, [sender]) {
    const agent = await stage.open(way, [`draft=${DRAFT}`]);
    const isSent = await send(sender!, way, agent, LINE);
    await systemClock.wait(SETTLE);
    if (agent.heard().length > 0) return "the draft was submitted";
    await press(stage, agent);
    await until(() => agent.heard().length > 0, 2000);
    if (agent.heard()[0] !== DRAFT) return "the draft was changed";
    return isSent && !way.keeps ? "lost without notice" : "held";
  },
  async busy(stage, way, [sender]) {
    const agent = await stage.open(way, ["busy"]);
    return arrivalOrHeld(agent, await send(sender!, way, agent, LINE), way);
  },
  async question(stage, way, [sender]) {
    const agent = await stage.open(way, ["dialog"]);
    const isSent = await send(sender!, way, agent, LINE);
    await systemClock.wait(SETTLE);
    if (agent.isAnswered()) return "the question was answered";
    await press(stage, agent);
    await until(() => agent.isAnswered(), 2000);
    await press(stage, agent);
    await systemClock.wait(SETTLE);
    if (agent.heard().length > 0 && !way.keeps) return "text was typed into the question";
    return isSent && !way.keeps ? "lost without notice" : "held";
  },
  async "copy mode"(stage, way, [sender]) {
    const agent = await stage.open(way, []);
    await stage.tmux("copy-mode", "-t", agent.pane);
    return arrivalOrHeld(agent, await send(sender!, way, agent, LINE), way);
  },
  async shell(stage, way, [sender]) {
    const agent = await stage.open(way, []);
    const address = addressOf(way, agent);
    process.kill(agent.pid(), "SIGKILL");
    await until(async () => /^[#$]/m.test(await agent.screen()), 10_000);
    await systemClock.wait(SETTLE);
    const { ok } = await sender!.ask({ job: "send", ...address, text: LINE });
    await systemClock.wait(SETTLE);
    if (/MESSAGE|hcom>/.test(await agent.screen())) return "typed into the shell";
    return ok && !way.keeps ? "lost without notice" : "held";
  },
  async moved(stage, way, [sender]) {
    const agent = await stage.open(way, []);
    const address = addressOf(way, agent);
    await stage.tmux("rename-window", "-t", agent.pane, "renamed");
    await stage.tmux("select-pane", "-t", agent.pane, "-T", "renamed");
    const other = await stage.open({ ...way, hosts: false }, [], agent.window);
    await stage.tmux("swap-window", "-d", "-s", agent.pane, "-t", other.pane);
    await sender!.ask({ job: "send", ...address, text: LINE });
    const verdict = await arrival(agent, [LINE]);
    return other.heard().length > 0 ? "another agent got it" : verdict;
  },
  async "two senders"(stage, way, senders) {
    const agent = await stage.open(way, []);
    const texts = [LINE, SECOND];
    if (way.serialises) for (const text of texts) await send(senders[0]!, way, agent, text);
    else await Promise.all(texts.map((text, index) => send(senders[index]!, way, agent, text)));
    return arrival(agent, [LINE, SECOND]);
  },
};

export const addressOf = (way: Way, { pane, window, name }: Agent) => ({
  ...{ session: SESSION, pane },
  window: way.hosts ? name() : window,
});

async function send(sender: Worker, way: Way, agent: Agent, text: string): Promise<boolean> {
  return (await sender.ask({ job: "send", ...addressOf(way, agent), text })).ok;
}

const press = (stage: Stage, { pane }: Agent) => stage.tmux("send-keys", "-t", pane, "Enter");

async function arrival(agent: Agent, lines: readonly string[]): Promise<Verdict> {
  await until(() => agent.heard().length >= lines.length, ARRIVAL);
  await systemClock.wait(SETTLE / 2);
  const heard = agent.heard();
  if (heard.length === 0) return "never submitted";
  const isWhole = heard.every((each) => lines.includes(each));
  if (isWhole && heard.length === lines.length)
    return new Set(heard).size === lines.length ? "arrived" : "one came twice";
  return isWhole && heard.length > lines.length ? "came twice" : "lines were mixed up";
}

/** A line that is held back has not been typed. */
async function arrivalOrHeld(agent: Agent, isSent: boolean, way: Way): Promise<Verdict> {
  if (isSent && !(await until(() => agent.heard().length > 0, way.keeps ? 3000 : ARRIVAL)))
    return way.keeps ? "held" : "never submitted";
  if (isSent) return arrival(agent, [LINE]);
  await systemClock.wait(SETTLE);
  return agent.heard().length === 0 ? "held" : "typed, and called not sent";
}
