import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StartContext, StartDialog } from "#agent-cli/agent-cli.ts";
import { readText } from "#base/files.ts";

/** What Claude Code keeps of a person's answers, as far as it is read here. */
interface Known {
  hasCompletedOnboarding?: boolean;
  bypassPermissionsModeAccepted?: boolean;
  projects?: Record<string, { hasTrustDialogAccepted?: boolean }>;
}

/** What Claude Code would ask at its start, by its own files; of files that make no sense nothing is said. */
export async function unanswered({ directory, env, autonomy }: StartContext): Promise<StartDialog[]> {
  const { HOME = "", CLAUDE_CONFIG_DIR: own } = env;
  const known = await readJson<Known>(join(own || HOME, ".claude.json"));
  const settings = await readJson<{ skipDangerousModePermissionPrompt?: boolean }>(
    join(own || join(HOME, ".claude"), "settings.json"),
  );
  if (!known || !settings) return [];
  const mayBypass = known.bypassPermissionsModeAccepted || settings.skipDangerousModePermissionPrompt;
  const asked: [StartDialog, boolean][] = [
    ["onboarding", !known.hasCompletedOnboarding],
    ["trust", !isTrusted(await realpath(directory).catch(() => directory), known)],
    ["bypass", autonomy === "full" && !mayBypass],
  ];
  return asked.filter(([, isAsked]) => isAsked).map(([dialog]) => dialog);
}

/** Trust in a folder counts for what is in it. */
function isTrusted(folder: string, { projects = {} }: Known): boolean {
  if (projects[folder]?.hasTrustDialogAccepted) return true;
  return folder !== dirname(folder) && isTrusted(dirname(folder), { projects });
}

/** A file that is not there is an empty one: Claude Code has not been started yet. */
async function readJson<T extends object>(file: string): Promise<T | undefined> {
  try {
    const value: unknown = JSON.parse((await readText(file)) ?? "{}");
    return typeof value === "object" && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
