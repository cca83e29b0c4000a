import { topicsOf } from "#cli/commands/help.ts";
import { commonFlags, defineCommand, namesOf } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { listFormations } from "#home/formation-files.ts";
import { resolvePaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import type { ShellCommand } from "./shell-command.ts";
import { zshScript } from "./zsh.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const kinds = ["session", "role", "formation", "topic"] as const;

export const completions = defineCommand({
  flags: { candidates: { type: "string", value: "KIND", candidates: kinds } },
  arguments: [{ name: "shell", optional: true, candidates: ["bash", "zsh", "fish"] }],
  examples: ["ovld completions bash", "ovld completions zsh", "ovld completions fish"],
  async run(context, { flags, arguments: { shell } }) {
    const { out } = context;
    if (flags.candidates !== undefined)
      for (const name of await candidates(flags.candidates as (typeof kinds)[number], context)) out.line(name);
    else if (shell === undefined)
      throw new OvldError("missing-argument", { command: "completions", argument: "bash|zsh|fish" });
    else out.line(scripts[shell as keyof typeof scripts](await describeCommands(context)));
  },
});

async function describeCommands({ words, commands }: Context): Promise<ShellCommand[]> {
  return Promise.all(
    namesOf(commands).map(async (name) => {
      const command = await commands[name].load();
      const flagWords: Record<string, string> = { ...words.help.common, ...words.commands[name].flags };
      const flags = Object.entries({ ...command.flags, ...commonFlags });
      return {
        name,
        summary: words.commands[name].summary,
        flags: flags.map(([flag, spec]) => ({ name: `--${flag}`, summary: flagWords[flag] ?? "", ...spec })),
        arguments: command.arguments,
      };
    }),
  );
}

/** Current names. A shell calls this at each Tab. */
async function candidates(kind: (typeof kinds)[number], context: Context): Promise<string[]> {
  const { env, clock, directory, commands } = context;
  if (kind === "topic") return topicsOf(commands);
  const paths = resolvePaths(env);
  if (kind === "formation") return listFormations(paths);
  const registry = openRegistry({ paths, clock });
  if (kind === "session") return (await registry.list()).map((entry) => entry.name);
  const here = await registry.findByDirectory(directory);
  const entries = here ? [here] : await registry.list();
  return [...new Set(entries.flatMap((entry) => entry.roster))];
}
