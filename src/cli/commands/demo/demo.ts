import { openSession } from "#app/armies/find-session.ts";
import { LEAVE } from "#cli/commands/summon/welcome.ts";
import { type CommandInput, type CommandName, defineCommand } from "#cli/frame/command.ts";
import { type Context, requireFreeTerminal, withOutput } from "#cli/frame/context.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { demoWords } from "#i18n/demo-words.ts";
import { killOne } from "./kill-one.ts";
import { onStage } from "./stage.ts";
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
    const outcome = await onStage(given, async (stage) => {
      await showing(stage, "summon", { flags: { detach: true, mux: flags.mux } });
      const command = { arguments: { role: "overlord", text: order ?? words.order } };
      const story = await (flags.attach ? fromInside(stage, command) : fromOutside(stage, command, flags["kill-one"]));
      return { story, files: await filesIn(stage.directory) };
    });
    if (signal.aborted) return;
    summarise(outcome, given);
    return outcome.story.report === undefined ? 1 : 0;
  },
});

async function fromOutside(stage: Context, command: Partial<CommandInput>, kills: boolean): Promise<Story> {
  await showing(stage, "send", command);
  stage.out.line();
  const session = await openSession(stage, undefined);
  const restart = (role: string) => showing(stage, "restart", { arguments: { role: [role] }, flags: { force: true } });
  const onMessage = kills ? await killOne(session, restart, stage) : undefined;
  return tellStory(session, { limit: LIMIT, onMessage }, stage);
}

/** The user watches the panes; messages are counted in the background for the summary. */
async function fromInside(stage: Context, command: Partial<CommandInput>): Promise<Story> {
  const session = await openSession(stage, undefined);
  const unseen = withOutput(stage, { ...stage.out, line: () => {}, note: () => {} });
  stage.out.line();
  stage.out.line(demoWords(stage.lang).inside(LEAVE[session.entry.multiplexer]));
  await stage.clock.wait(TO_READ, stage.signal);
  const left = new AbortController();
  const watched = { ...stage, signal: AbortSignal.any([stage.signal, left.signal]) };
  const counting = tellStory(session, { limit: LIMIT, isQuiet: true }, watched);
  // Prevents an unhandled rejection while the user is still attached.
  counting.catch(() => {});
  const sending = stage.clock.wait(TO_READ, watched.signal).then(() => runCommand(unseen, "send", command));
  sending.catch(() => {});
  try {
    await runCommand(withOutput(stage, { ...stage.out, line: () => {} }), "attach", {});
    // Detaching right after the last report still counts as a completed order.
    await Promise.race([counting, stage.clock.wait(LAST_WORDS, watched.signal)]);
  } finally {
    left.abort();
  }
  return counting;
}

/** Prints a command line as the user would type it, and runs it. */
async function showing(stage: Context, command: CommandName, input: Partial<CommandInput>): Promise<void> {
  const words = [...Object.values(input.arguments ?? {}).flat(), ...flagWords(input.flags ?? {})];
  stage.out.line();
  stage.out.line(stage.out.paint("cyan", `$ ovld ${[command, ...words.map((word) => quoted(word ?? ""))].join(" ")}`));
  await runCommand(stage, command, input);
}

async function runCommand(stage: Context, command: CommandName, input: Partial<CommandInput>): Promise<void> {
  const { run } = await stage.commands[command].load();
  await run(stage, { flags: {}, arguments: {}, ...input });
}

function flagWords(flags: CommandInput["flags"]): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
  );
}

function quoted(word: string): string {
  return /^[\w-]+$/.test(word) ? word : JSON.stringify(word);
}
