import type { Roster } from "#mail/roster.ts";
import type { Tool } from "./tool.ts";
import { broadcast } from "./tools/broadcast.ts";
import { checkInbox } from "./tools/check-inbox.ts";
import { getStatus } from "./tools/get-status.ts";
import { queryInsights } from "./tools/query-insights.ts";
import { sendMessage } from "./tools/send-message.ts";
import { shareInsight } from "./tools/share-insight.ts";
import { updateStatus } from "./tools/update-status.ts";

/** The tools of a session's agents: five, and two more with an insight store. */
export function toolsFor({ settings }: Roster): readonly Tool[] {
  const mail = [sendMessage, checkInbox, getStatus, updateStatus, broadcast];
  return settings.knowledge ? [...mail, shareInsight, queryInsights] : mail;
}
