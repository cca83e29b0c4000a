import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { recordedCalls } from "#agent-cli/exchange/recorded-calls.ts";
import type { CallState, Transcript } from "#agent-cli/transcript.ts";
import { TOOL_CALL } from "./tool-call-meta.ts";
import { entryIn } from "./transcript-entry.ts";

/** The calls in a conversation's file. pi appends each message to it before the next request. */
export function transcriptCalls(paths: AgentPaths): Transcript {
  return recordedCalls(paths, { callKey: TOOL_CALL, callsIn });
}

function callsIn(line: string): { id: string; kept: CallState }[] {
  if (!line.includes('"toolCall')) return [];
  const { message } = entryIn(line);
  if (message?.role === "toolResult" && typeof message.toolCallId === "string")
    return [{ id: message.toolCallId, kept: message.isError === true ? "failed" : "answered" }];
  if (message?.role !== "assistant" || !Array.isArray(message.content)) return [];
  return (message.content as ({ type?: unknown; id?: unknown } | null)[]).flatMap((piece) =>
    piece?.type === "toolCall" && typeof piece.id === "string" ? [{ id: piece.id, kept: "asked" as const }] : [],
  );
}
