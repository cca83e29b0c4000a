import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { recordedCalls } from "#agent-cli/exchange/recorded-calls.ts";
import type { CallState, Transcript } from "#agent-cli/transcript.ts";
import { entryIn, subagents } from "./transcript-entry.ts";

/** Claude Code sends the model's id of a tool call in the request's metadata. */
const CALL = "claudecode/toolUseId";

/**
 * Claude Code writes its transcript asynchronously: 0.1 s behind the conversation, ten seconds and more on a busy
 * machine. If it is killed meanwhile, a resumed conversation lacks the calls.
 */
export function transcriptCalls(paths: AgentPaths): Transcript {
  return recordedCalls(paths, { callKey: CALL, callsIn, beside: subagents });
}

function callsIn(line: string): { id: string; kept: CallState }[] {
  if (!line.includes('"tool_use')) return [];
  const { type, message } = entryIn(line);
  // Requests are recorded too, and earlier, but a resume does not use them.
  const isAnswer = type === "user";
  if ((!isAnswer && type !== "assistant") || !Array.isArray(message?.content)) return [];
  return (message.content as (Piece | null)[]).flatMap((piece) => {
    const id = isAnswer ? piece?.tool_use_id : piece?.id;
    if (typeof id !== "string") return [];
    return [{ id, kept: isAnswer ? (piece?.is_error === true ? "failed" : "answered") : "asked" }];
  });
}

interface Piece {
  id?: unknown;
  tool_use_id?: unknown;
  is_error?: unknown;
}
