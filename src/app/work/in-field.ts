import type { Services } from "#app/services.ts";
import type { PlannedField } from "./plan-fields.ts";

type Argv = [string, ...string[]];

/** Neither tmux nor zellij starts single panes elsewhere, and `env -C` is not on macOS. */
const ENTER = 'cd "$0" && exec env "$@"';

/** The command line that runs a program in a field, with git guarded. */
export function inField(
  { directory, guard, slot, port, branch }: PlannedField,
  argv: readonly string[],
  env: Services["env"],
): Argv {
  const variables = {
    // An editor or a question would wait for input that no one gives.
    ...{ GIT_EDITOR: "true", GIT_SEQUENCE_EDITOR: "true", GIT_MERGE_AUTOEDIT: "no", GIT_TERMINAL_PROMPT: "0" },
    ...{ OVLD_SLOT: String(slot), OVLD_PORT: String(port) },
    COMPOSE_PROJECT_NAME: branch.split("/").slice(1).join("-"),
    ...withHooks(guard, env),
  };
  return [
    "sh",
    "-c",
    ENTER,
    directory,
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ...argv,
  ];
}

/** Adds the folder of hooks to the settings that this environment gives to git already. */
function withHooks(guard: string, env: Services["env"]): Record<string, string> {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0) || 0;
  const names = Array.from({ length: count }, (_, index) => [`GIT_CONFIG_KEY_${index}`, `GIT_CONFIG_VALUE_${index}`]);
  const given = names.flat().map((name) => [name, env[name] ?? ""] as const);
  return {
    ...Object.fromEntries(given),
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: "core.hooksPath",
    [`GIT_CONFIG_VALUE_${count}`]: guard,
  };
}
