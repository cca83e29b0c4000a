import { symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

/** A placeholder key; the scripted model checks none. */
const KEY = "sk-no-account-needed-for-loopback";

/** The real CLI: npm puts its binary into a package for each platform, and its install script need not run. */
export const claudeBinary: string | undefined = findBinary();

/** Reason to skip tests of the real CLI, or false. In CI they are never skipped. */
export const withoutClaude: string | false =
  claudeBinary === undefined && process.env.CI !== "true" ? "Claude Code has no package for this platform" : false;

export interface ClaudeOptions {
  /** URL of a scripted model. */
  model: string;
  /** Questions of the first start that are left unanswered. */
  asks?: ("trust" | "bypass")[];
  /** Milliseconds of rest after which it reports idle; a minute by default. */
  idleAfter?: number | undefined;
}

/**
 * Makes `claude` the real CLI for an army, with all first-start questions answered. Resolves with the required
 * variables.
 */
export async function installClaude(
  army: Pick<TemporaryArmy, "folder" | "home" | "project">,
  { model, asks = [], idleAfter }: ClaudeOptions,
): Promise<Record<string, string>> {
  if (claudeBinary === undefined) throw new Error("Claude Code is not installed");
  await symlink(claudeBinary, join(army.folder, "bin", "claude"));
  const known = {
    hasCompletedOnboarding: true,
    bypassPermissionsModeAccepted: !asks.includes("bypass"),
    projects: { [army.project]: { hasTrustDialogAccepted: !asks.includes("trust") } },
    customApiKeyResponses: { approved: [KEY.slice(-20)] },
    messageIdleNotifThresholdMs: idleAfter,
  };
  await writeFile(join(army.home, ".claude.json"), JSON.stringify(known));
  return {
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    // As root, Claude Code bypasses permissions only in a sandbox.
    IS_SANDBOX: "1",
  };
}

function findBinary(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  for (const libc of ["", "-musl"])
    try {
      const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}${libc}`;
      return join(dirname(resolve(`${name}/package.json`)), "claude");
    } catch {
      // The package belongs to another platform.
    }
  return undefined;
}
