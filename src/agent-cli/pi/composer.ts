import type { Composer, ScreenView } from "#agent-cli/screen.ts";
import { styledLines } from "#base/styled-text.ts";

const RULE = /^─{8,}$/;
/** Below a question pi lists the keys that answer it. */
const KEYS = /\benter (select|submit|confirm)\b.*\bcancel\b/;

/** pi draws its composer between the last two rules as wide as the pane. A question replaces the text between them. */
export function composerOf({ screen }: Pick<ScreenView, "screen">): Composer {
  const lines = styledLines(screen).map((line) =>
    line
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
  const bottom = lines.findLastIndex((line) => RULE.test(line));
  const top = lines.slice(0, Math.max(bottom, 0)).findLastIndex((line) => RULE.test(line));
  if (top < 0) return { state: "unreadable" };
  const inside = lines.slice(top + 1, bottom);
  if (inside.some((line) => KEYS.test(line))) return { state: "dialog" };
  // Its footer, with the folder and the use of the context, tells it from a text with two rules.
  if (!lines.slice(bottom + 1).some((line) => FOOTER.test(line))) return { state: "unreadable" };
  const text = inside.join("\n").trim();
  return text === "" && inside.length === 1 ? { state: "empty" } : { state: "draft", text };
}

const FOOTER = /\d%\/\d+(\.\d+)?[kM]\b/;
