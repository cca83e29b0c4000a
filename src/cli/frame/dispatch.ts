import { nearest } from "#base/nearest.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import { type Command, commonFlags, isCommand, namesOf } from "./command.ts";
import { type Context, withOutput } from "./context.ts";
import { commandPage, overview } from "./help-text.ts";
import { ignoringClosedPipe } from "./output.ts";
import { parseInput } from "./parse.ts";

/** `ovld` without a command accepts the common flags and `--version`. */
const bare: Command = { flags: { version: { type: "boolean" } }, arguments: [], examples: [], run: async () => {} };

/** Finds and runs the command of a command line; resolves to the exit status. */
export async function app(argv: readonly string[], context: Context): Promise<number> {
  const at = commandIndex(argv);
  const name = argv[at];
  const { commands } = context;
  if (name === undefined) return runBare(argv, context);
  if (!isCommand(name, commands))
    throw new OvldError("unknown-verb", { command: name, nearest: nearest(name, namesOf(commands)) });
  const command = await commands[name].load();
  const input = parseInput(name, command, [...argv.slice(0, at), ...argv.slice(at + 1)]);
  const overrides = { lang: input.flags.lang };
  const status = input.flags.help
    ? context.out.line(commandPage(name, command, context.words))
    : await command.run(
        withOutput(
          { ...context, overrides },
          command.ignoresClosedPipe ? ignoringClosedPipe(context.out) : context.out,
        ),
        input,
      );
  // A command that runs until Ctrl-C returns this status itself; its end is not an error.
  if (context.signal.aborted && status !== exitStatus.cancelled) throw new OvldError("cancelled", {});
  return status ?? 0;
}

function runBare(argv: readonly string[], { out, version, commands, words }: Context): number {
  const { flags } = parseInput("", bare, argv);
  out.line(flags.version ? version : overview(commands, words));
  return 0;
}

function commandIndex(argv: readonly string[]): number {
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (!word.startsWith("-")) return index;
    const spec = commonFlags[word.slice(2) as keyof typeof commonFlags];
    if (spec?.type === "string") index++;
  }
  return argv.length;
}
