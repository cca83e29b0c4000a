import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { newLines } from "#agent-cli/exchange/transcripts.ts";
import type { CallState, Transcript } from "#agent-cli/transcript.ts";
import { TOOL_CALL } from "./tool-call-meta.ts";
import { entryIn } from "./transcript-entry.ts";

/** Bytes at the end of a conversation that contain any call still waited for. */
const RECENT = 8 * 1024 * 1024;
/** Maximum of kept calls: far more than an agent makes before the first of them is looked up. */
const MANY = 1000;

/** The calls in a conversation's file. pi appends each message to it before the next request. */
export function transcriptCalls(paths: AgentPaths): Transcript {
  const known = new Map<string, CallState>();
  const note = (line: string): void => {
    for (const { id, kept } of callsIn(line)) known.set(id, kept);
    for (const [id] of known) {
      if (known.size <= MANY) break;
      known.delete(id);
    }
  };
  const readOn = newLines(exchangePaths(paths).transcripts, note, { atMost: RECENT });
  let reading: Promise<boolean> | undefined;
  return {
    callIn(meta) {
      const id = meta?.[TOOL_CALL];
      return typeof id === "string" ? id : undefined;
    },
    async look(call) {
      reading ??= readOn().finally(() => {
        reading = undefined;
      });
      const hasRecord = await reading;
      const kept = known.get(call);
      return hasRecord ? { kept, hasOthers: known.size > (kept ? 1 : 0) } : undefined;
    },
  };
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
