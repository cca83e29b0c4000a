import type { Priority, RoleId } from "#mail/message.ts";
import type { RelaySettings } from "#mail/roster.ts";

/** More names than this say less: the line stays short enough to be typed and read at a glance. */
const NAMED = 6;

const words = {
  en: { normal: "You have mail: call check_inbox.", urgent: "You have urgent mail: call check_inbox now." },
  ja: {
    normal: "メッセージが届いています。check_inbox を呼んでください。",
    urgent: "緊急のメッセージが届いています。今すぐ check_inbox を呼んでください。",
  },
} as const;

/**
 * The one line a role is told of its mail with; the mail itself is read with `check_inbox`. It holds nothing that a
 * composer takes for a command, and nothing that would have to be escaped in a JSON string.
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
