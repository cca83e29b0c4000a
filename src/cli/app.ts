import { nearest } from "#base/nearest.ts";
import { exitStatus, OvldError } from "#errors/ovld-error.ts";
import type { Context } from "./context.ts";
import { commonFlags, isVerb, namesOf, type Verb } from "./frame/command.ts";
import { unheeding } from "./frame/output.ts";
import { parseInput } from "./frame/parse.ts";
import { overview, verbPage } from "./help-text.ts";

/** `ovld` before any verb: only the flags that every verb takes, and `--version`. */
const bare: Verb = { flags: { version: { type: "boolean" } }, arguments: [], examples: [], run: async () => {} };

/** Turns the words of a command line into one verb's run. */
export async function app(argv: readonly string[], context: Context): Promise<number> {
  const at = verbIndex(argv);
  const name = argv[at];
  const { verbs } = context;
  if (name === undefined) return runBare(argv, context);
  if (!isVerb(name, verbs)) throw new OvldError("unknown-verb", { verb: name, nearest: nearest(name, namesOf(verbs)) });
  const verb = await verbs[name].load();
  const input = parseInput(name, verb, [...argv.slice(0, at), ...argv.slice(at + 1)]);
  const overrides = { lang: input.flags.lang };
  const status = input.flags.help
    ? context.out.line(verbPage(name, verb, context.words))
    : await verb.run({ ...context, overrides, ...(verb.isUnheeding && { out: unheeding(context.out) }) }, input);
  // A verb that goes on until Ctrl-C has come to its usual end, of which there is nothing to tell.
  if (context.signal.aborted && status !== exitStatus.cancelled) throw new OvldError("cancelled", {});
  return status ?? 0;
}

function runBare(argv: readonly string[], { out, version, verbs, words }: Context): number {
  const { flags } = parseInput("", bare, argv);
  out.line(flags.version ? version : overview(verbs, words));
  return 0;
}

/** The first word that is neither a flag nor a common flag's value. */
function verbIndex(argv: readonly string[]): number {
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (!word.startsWith("-")) return index;
    const spec = commonFlags[word.slice(2) as keyof typeof commonFlags];
    if (spec?.type === "string") index++;
  }
  return argv.length;
}
