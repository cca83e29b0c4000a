import type { EventReader } from "#agent-cli/exchange/mood.ts";
import { parseJson } from "#base/parse-json.ts";
import { endOfLimit } from "./end-of-limit.ts";

/** Claude Code gives each hook its event as JSON. A hook keeps 4 KiB of it, so it is searched as text. */
export const reportedEvents: EventReader = {
  detailOf(mood, event) {
    if (mood === "asking") return field(event, "tool_name") ?? field(event, "message");
    const reason = mood === "limited" ? field(event, "last_assistant_message") : undefined;
    return reason && (/resets?\s+(.+)$/i.exec(reason)?.[0] ?? reason);
  },
  endOfLimit,
};

function field(event: string, name: string): string | undefined {
  const found = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(event)?.[1];
  const value = found === undefined ? undefined : parseJson(found);
  return typeof value === "string" ? value : undefined;
}
