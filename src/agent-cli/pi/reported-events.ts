import type { EventReader } from "#agent-cli/exchange/mood.ts";
import { parseJson } from "#base/parse-json.ts";

const MINUTE = 60_000;

/** Events as the extension writes them. */
export interface ReportedEvent {
  detail: string;
}

export const reportedEvents: EventReader = {
  detailOf(mood, event) {
    if (mood !== "asking" && mood !== "limited") return undefined;
    const { detail } = (parseJson(event) as Partial<ReportedEvent> | null | undefined) ?? {};
    return typeof detail === "string" ? detail : undefined;
  },
  // pi does not tell when a limit ends.
  endOfLimit: (_, since) => since + MINUTE,
};
