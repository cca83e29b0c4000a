import { topicsOf } from "#cli/commands/help.ts";
import { zshScript } from "#cli/completion-scripts/zsh.ts";
import type { Context } from "#cli/context.ts";
import { commonFlags, defineVerb, namesOf } from "#cli/frame/command.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { listFormations } from "#home/formation-files.ts";
import { resolvePaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import type { ShellVerb } from "./shell-command.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const kinds = ["session", "role", "formation", "topic"] as const;

export const completions = defineVerb({
  flags: { candidates: { type: "string", value: "KIND", candidates: kinds } },
  arguments: [{ name: "shell", optional: true, candidates: ["bash", "zsh", "fish"] }],
  examples: ["ovld completions bash", "ovld completions zsh", "ovld completions fish"],
  async run(context, { flags, arguments: { shell } }) {
    const { out } = context;
    if (flags.candidates !== undefined)
      for (const name of await candidates(flags.candidates as (typeof kinds)[number], context)) out.line(name);
    else if (shell === undefined)
      throw new OvldError("missing-argument", { verb: "completions", argument: "bash|zsh|fish" });
    else out.line(scripts[shell as keyof typeof scripts](await describeVerbs(context)));
  },
});

async function describeVerbs({ words, verbs }: Context): Promise<ShellVerb[]> {
  return Promise.all(
    namesOf(verbs).map(async (name) => {
      const verb = await verbs[name].load();
      const flagWords: Record<string, string> = { ...words.help.common, ...words.verbs[name].flags };
      const flags = Object.entries({ ...verb.flags, ...commonFlags });
      return {
        name,
        summary: words.verbs[name].summary,
        flags: flags.map(([flag, spec]) => ({ name: `--${flag}`, summary: flagWords[flag] ?? "", ...spec })),
        arguments: verb.arguments,
      };
    }),
  );
}

/** Names that exist now; a shell asks for them at each Tab, so a broken registry must not print an error there. */
async function candidates(kind: (typeof kinds)[number], context: Context): Promise<string[]> {
  const { env, clock, directory, verbs } = context;
  if (kind === "topic") return topicsOf(verbs);
  const paths = resolvePaths(env);
  if (kind === "formation") return listFormations(paths);
  const registry = openRegistry({ paths, clock });
  if (kind === "session") return (await registry.list()).map((entry) => entry.name);
  const here = await registry.findByDirectory(directory);
  const entries = here ? [here] : await registry.list();
  return [...new Set(entries.flatMap((entry) => entry.roster))];
}
