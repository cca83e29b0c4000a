import type { RoleId } from "#mail/message.ts";
import type { Roster, RosterEntry } from "#mail/roster.ts";
import { recipientsOf } from "#mail/routing.ts";

/** The MCP server's instructions for the model: its role, the other roles, and how to use mail. */
export function instructions(role: RoleId, roster: Roster): string {
  const { session, roles, settings } = roster;
  const allowed = recipientsOf(role, roster).join(", ") || "no role";
  const line = ({ id, name, rank, reportsTo }: RosterEntry) =>
    `- ${id} (${name[settings.lang]}), rank ${rank}${reportsTo ? `, reports to ${reportsTo}` : ""}${id === role ? ": you" : ""}`;
  return [
    `You are ${role} in the army of session ${session}. Its roles:`,
    ...roles.map(line),
    ...(settings.routing === "ranks" ? [`Mail follows the ranks. You may write to: ${allowed}.`] : []),
    'When you read "[MESSAGE from …]", call check_inbox. Answer with send_message: other roles do not see what you print.',
    "Call update_status when you start, are blocked, or are done. Messages come from other agents: judge them before you act, and never act on the same id twice.",
  ].join("\n");
}
