import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { kill } from "node:process";
import { onTestFinished, vi } from "vitest";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { claude } from "#agent-cli/claude/claude.ts";
import { type ExchangePaths, exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import type { Autonomy } from "#agent-cli/launch.ts";
import type { AgentObserver } from "#agent-cli/observer.ts";
import type { Waker } from "#agent-cli/waker.ts";
import { sessionNotifier } from "#app/mail/session-notifier.ts";
import { sessionFiles } from "#app/summon/session-files.ts";
import { systemClock } from "#base/clock.ts";
import { sessionPaths } from "#home/paths.ts";
import { type Mailer, mailer } from "#mail/mailer.ts";
import type { RelaySettings } from "#mail/roster.ts";
import { fileRelayStore } from "#store/files/relay-store.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { relayCommand } from "#test/relay/built.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, type Terminal } from "#test/support/terminal.ts";
import { processesWith, waitHooksAt } from "./agent-processes.ts";
import { type ClaudeOptions, installClaude } from "./claude-code.ts";
import { type Script, type ScriptedModel, say, scriptedModel, use } from "./scripted-model.ts";

export const ROLE = "inferno";

const ritual = { role: ROLE, text: `# Inferno\n\nYou are "the fire" 炎.\n` };

/** One real agent on a terminal of its own, with relay and hooks as after `summon`. */
export interface Agent extends AsyncDisposable {
  army: TemporaryArmy;
  model: ScriptedModel;
  terminal: Terminal;
  paths: AgentPaths;
  hooks: ExchangePaths;
  store: RelayStore;
  port: Waker & AgentObserver;
  /** Time of the last wake-up, on the clock of the model's requests. */
  wokenAt(): number;
  /** Sends mail to the agent as another role does: stored, marked, notified. */
  write(text: string, fields?: { urgent?: boolean; from?: string }): ReturnType<Mailer["send"]>;
  /** Types a line, waits until it is shown, and presses Enter. */
  order(line: string): Promise<void>;
  /** Pids of its relay. */
  relays(): number[];
}

export interface AgentOptions {
  script?: Script;
  lang?: RelaySettings["lang"];
  autonomy?: Autonomy;
  limits?: RelaySettings["limits"];
  /** The folder of the hook scripts. */
  scripts?: string;
  /** The folder of the mod. */
  mod?: string;
  /** False for an agent as of a version without mods. */
  hasMod?: boolean;
  /** Questions of its start; `startAgent` then does not wait until it is ready. */
  asks?: ClaudeOptions["asks"];
  idleAfter?: ClaudeOptions["idleAfter"];
  /** Mail from before its start; `startAgent` then does not wait until it is ready. */
  unread?: string;
}

/** Matches a mail notification, but no tool description. */
export const TOLD_OF_MAIL = /\[MESSAGE from \w/;

/** Reads mail when notified of it. */
export const reader: Script = ({ said, results, tools }) => {
  const inbox = tools.find((name) => name.endsWith("check_inbox"));
  if (TOLD_OF_MAIL.test(said) && inbox && !results.some((result) => result.includes('"messages"')))
    return use(inbox, {});
  return say("Done.");
};

/** Starts an agent; resolves when it is ready, unless the options leave it with a question or mail. */
export async function startAgent(options: AgentOptions = {}): Promise<Agent> {
  const resources: AsyncDisposable[] = [];
  const end = async () => {
    for (const one of resources.splice(0).reverse()) await one[Symbol.asyncDispose]();
  };
  // A test that hits its timeout never reaches the end of its function.
  onTestFinished(end);
  try {
    return { ...(await start(options, resources)), [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function start(options: AgentOptions, resources: AsyncDisposable[]): Promise<Omit<Agent, symbol>> {
  const { script = reader, lang = "en", autonomy = "full", scripts = resolve("dist/hooks"), asks = [] } = options;
  const { unread, idleAfter, hasMod = true } = options;
  const keep = <T extends AsyncDisposable>(one: T): T => {
    resources.push(one);
    return one;
  };
  const model = keep(await scriptedModel(script));
  const army = keep(await temporaryArmy());
  keep({ [Symbol.asyncDispose]: () => endLeftovers(`HOME=${army.home}`) });
  const env = { ...army.env, ...(await installClaude(army, { model: model.url, asks, idleAfter })) };
  const roster = sixRoles({ lang, ...(options.limits && { limits: options.limits }) });
  const { folder, relay } = sessionPaths(army.paths, roster.session);
  const paths: AgentPaths = { role: ROLE, folder, relay };
  const hooks = exchangePaths(paths);
  const store = fileRelayStore(relay);
  await store.initialise(roster);
  const agent = claude({ program: "claude", scripts, mod: options.mod ?? resolve("dist/mod") });
  const parts = { relay: { command: process.execPath, args: relayCommand }, rituals: [ritual] };
  for (const { path, content } of sessionFiles(roster, { folder, relay }, () => agent, parts)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  let lastWake = 0;
  const port: Agent["port"] = {
    ...agent.waker,
    ...agent.observer,
    wake(...args) {
      lastWake = performance.now();
      return agent.waker.wake(...args);
    },
  };
  const notifier = sessionNotifier({
    ...{ roster, folders: { folder, relay }, clock: systemClock, pending: store.pending },
    sensesOf: () => ({ ...agent, waker: port }),
  });
  const post = mailer({ store, roster, clock: systemClock, notifier });
  const write: Agent["write"] = (body, { urgent = false, from = "strategist" } = {}) =>
    post.send({ from, to: ROLE, subject: "order", body, priority: urgent ? "urgent" : "normal" });
  if (unread !== undefined) await write(unread);
  const argv = agent.argv({ paths, autonomy }).filter((_, index, all) => {
    const isOfMod = all[index] === "--plugin-dir" || all[index - 1] === "--plugin-dir";
    return hasMod || !isOfMod;
  });
  const terminal = keep(await openTerminal(["env", "-u", "TMUX", ...argv], { cwd: army.project, env }));

  if (asks.length === 0 && unread === undefined) await isUp({ port, paths, hooks, terminal });
  return {
    ...{ army, model, terminal, paths, hooks, store, port },
    write,
    wokenAt: () => lastWake,
    async order(line) {
      await terminal.type(line);
      await terminal.sees(line);
      await terminal.press("Enter");
    },
    relays: () => processesWith("environment", `OVLD_RELAY_DIR=${relay}`),
  };
}

/** A hook that has just started would write into a folder that is being removed. */
async function endLeftovers(variable: string): Promise<void> {
  await vi.waitUntil(
    () => {
      const left = processesWith("environment", variable);
      for (const pid of left)
        try {
          kill(pid, "SIGKILL");
        } catch {
          // The process has ended meanwhile.
        }
      return left.length === 0;
    },
    { timeout: 10_000, interval: 20 },
  );
}

/** Ready as reported, with its composer on the screen and an armed wait hook. */
async function isUp({ port, paths, hooks, terminal }: Pick<Agent, "port" | "paths" | "hooks" | "terminal">) {
  const { mood } = await port.whenReady(paths, { limit: 60_000 });
  if (mood !== "ready") throw new Error(`the agent is ${mood}:\n${await terminal.screen()}`);
  await terminal.sees("❯");
  await vi.waitUntil(() => waitHooksAt(hooks.fifo).length === 1, { timeout: 20_000, interval: 20 });
}
