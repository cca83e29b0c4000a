import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StartContext, StartDialog, StartQuestion } from "#agent-cli/questions.ts";
import { readText } from "#base/files.ts";

/** The used fields of Claude Code's record of a person's answers. */
interface Known {
  hasCompletedOnboarding?: boolean;
  bypassPermissionsModeAccepted?: boolean;
  projects?: Record<string, { hasTrustDialogAccepted?: boolean }>;
}

/** Start questions that Claude Code would ask, predicted from its own files; empty if those are damaged. */
export async function unanswered({ directory, env, autonomy }: StartContext): Promise<StartQuestion[]> {
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
  return asked
    .filter(([, isAsked]) => isAsked)
    .map(([dialog]) => ({ dialog, flags: dialog === "bypass" ? ["--dangerously-skip-permissions"] : [] }));
}

/** Trust in a folder includes its subfolders. */
function isTrusted(folder: string, { projects = {} }: Known): boolean {
  if (projects[folder]?.hasTrustDialogAccepted) return true;
  return folder !== dirname(folder) && isTrusted(dirname(folder), { projects });
}

/** A missing file counts as empty: Claude Code has not been started yet. */
async function readJson<T extends object>(file: string): Promise<T | undefined> {
  try {
    const value: unknown = JSON.parse((await readText(file)) ?? "{}");
    return typeof value === "object" && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
