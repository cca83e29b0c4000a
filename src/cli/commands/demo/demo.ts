import { openSession } from "#app/armies/find-session.ts";
import { LEAVE } from "#cli/commands/summon/welcome.ts";
import { type CommandInput, type CommandName, defineCommand } from "#cli/frame/command.ts";
import { type Context, requireFreeTerminal, withOutput } from "#cli/frame/context.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { demoWords } from "#i18n/demo-words.ts";
import { withDemoHome } from "./demo-home.ts";
import { killOne } from "./kill-one.ts";
import { type Story, tellStory } from "./story.ts";
import { filesIn, summarise } from "./summary.ts";

/** Milliseconds for an order to go down the ranks and come back. */
const LIMIT = 60_000;
/** Milliseconds to read a line before the multiplexer covers it, and to see the panes before the order is sent. */
const TO_READ = 1500;
/** Milliseconds for messages in flight when the user detaches. */
const LAST_WORDS = 5000;

export const demo = defineCommand({
  flags: {
    attach: { type: "boolean" },
    "kill-one": { type: "boolean" },
    mux: { type: "string", value: "zellij|tmux", candidates: ["zellij", "tmux"] },
  },
  arguments: [{ name: "order", optional: true }],
  apart: [["attach", "kill-one"]],
  examples: ["ovld demo", 'ovld demo "build a shop" --lang ja', "ovld demo --kill-one"],
  async run(given, { flags, arguments: { order } }) {
    const { out, lang, signal } = given;
    const words = demoWords(lang);
    if (order?.trim() === "") throw new OvldError("body-empty", {});
    if (flags.attach) requireFreeTerminal(given, "demo");
    for (const line of words.intro) out.line(line);
    const outcome = await withDemoHome(given, async (inDemo) => {
      await showing(inDemo, "summon", { flags: { detach: true, mux: flags.mux } });
      const command = { arguments: { role: "overlord", text: order ?? words.order } };
      const story = await (flags.attach
        ? fromInside(inDemo, command)
        : fromOutside(inDemo, command, flags["kill-one"]));
      return { story, files: await filesIn(inDemo.directory) };
    });
    if (signal.aborted) return;
    summarise(outcome, given);
    return outcome.story.report === undefined ? 1 : 0;
  },
});

async function fromOutside(inDemo: Context, command: Partial<CommandInput>, kills: boolean): Promise<Story> {
  await showing(inDemo, "send", command);
  inDemo.out.line();
  const session = await openSession(inDemo, undefined);
  const restart = (role: string) => showing(inDemo, "restart", { arguments: { role: [role] }, flags: { force: true } });
  const onMessage = kills ? await killOne(session, restart, inDemo) : undefined;
  return tellStory(session, { limit: LIMIT, onMessage }, inDemo);
}

/** The user watches the panes; messages are counted in the background for the summary. */
async function fromInside(inDemo: Context, command: Partial<CommandInput>): Promise<Story> {
  const session = await openSession(inDemo, undefined);
  const unseen = withOutput(inDemo, { ...inDemo.out, line: () => {}, note: () => {} });
  inDemo.out.line();
  inDemo.out.line(demoWords(inDemo.lang).inside(LEAVE[session.entry.multiplexer]));
  await inDemo.clock.wait(TO_READ, inDemo.signal);
  const left = new AbortController();
  const watched = { ...inDemo, signal: AbortSignal.any([inDemo.signal, left.signal]) };
  const counting = tellStory(session, { limit: LIMIT, isQuiet: true }, watched);
  // Prevents an unhandled rejection while the user is still attached.
  counting.catch(() => {});
  const sending = inDemo.clock.wait(TO_READ, watched.signal).then(() => runCommand(unseen, "send", command));
  sending.catch(() => {});
  try {
    await runCommand(withOutput(inDemo, { ...inDemo.out, line: () => {} }), "attach", {});
    // Detaching right after the last report still counts as a completed order.
    await Promise.race([counting, inDemo.clock.wait(LAST_WORDS, watched.signal)]);
  } finally {
    left.abort();
  }
  return counting;
}

/** Prints a command line as the user would type it, and runs it. */
async function showing(inDemo: Context, command: CommandName, input: Partial<CommandInput>): Promise<void> {
  const words = [...Object.values(input.arguments ?? {}).flat(), ...flagWords(input.flags ?? {})];
  inDemo.out.line();
  inDemo.out.line(
    inDemo.out.paint("cyan", `$ ovld ${[command, ...words.map((word) => quoted(word ?? ""))].join(" ")}`),
  );
  await runCommand(inDemo, command, input);
}

async function runCommand(inDemo: Context, command: CommandName, input: Partial<CommandInput>): Promise<void> {
  const { run } = await inDemo.commands[command].load();
  await run(inDemo, { flags: {}, arguments: {}, ...input });
}

function flagWords(flags: CommandInput["flags"]): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
  );
}

function quoted(word: string): string {
  return /^[\w-]+$/.test(word) ? word : JSON.stringify(word);
}
