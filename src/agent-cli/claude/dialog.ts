import type { StartDialog } from "#agent-cli/questions.ts";
import { composerOf } from "./composer.ts";
import { plainLines } from "./screen-text.ts";

/** Text of Claude Code 2.1.197 to 2.1.325, with any white space, because a narrow pane wraps it. */
const words: readonly [StartDialog, RegExp][] = [
  ["trust", /trust this folder/],
  ["bypass", /Bypass Permissions mode.*Yes, I accept/],
  ["login", /use this API key\?|Select login method|Paste code here|How do you want to sign in/],
  ["onboarding", /text style that looks best|Security notes:|Unable to connect to Anthropic services/],
];

/** The start question on the screen, if any. Beside a composer these words belong to the conversation. */
export function dialogOn(screen: string): StartDialog | undefined {
  const { state } = composerOf({ screen });
  if (state === "empty" || state === "draft") return undefined;
  const text = plainLines(screen).join(" ").replaceAll(/\s+/g, " ");
  return words.find(([, pattern]) => pattern.test(text))?.[0];
}
