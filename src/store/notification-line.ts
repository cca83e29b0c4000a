import type { Priority, RoleId } from "#mail/message.ts";
import type { RelaySettings } from "#mail/roster.ts";

/** Maximum number of names, to keep the line short. */
const NAMED = 6;

const words = {
  en: { normal: "You have mail: call check_inbox.", urgent: "You have urgent mail: call check_inbox now." },
  ja: {
    normal: "メッセージが届いています。check_inbox を呼んでください。",
    urgent: "緊急のメッセージが届いています。今すぐ check_inbox を呼んでください。",
  },
} as const;

/**
 * The line that notifies a role of its mail; the agent reads the mail with `check_inbox`. The line contains no command
 * of a composer, and no character that needs escaping in a JSON string.
 */
export function notificationLine(
  senders: readonly RoleId[],
  lang: RelaySettings["lang"],
  priority: Priority = "normal",
): string {
  const names = senders.map((name) => name.replaceAll(/[^a-z0-9_-]/gi, "")).filter((name) => name !== "");
  const shown = names.length > NAMED ? [...names.slice(0, NAMED), "…"] : names;
  return `[MESSAGE from ${shown.join(", ") || "?"}] ${words[lang][priority]}`;
}
