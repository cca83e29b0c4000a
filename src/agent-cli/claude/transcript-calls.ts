import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { newLines } from "#agent-cli/exchange/transcripts.ts";
import type { CallState, Transcript } from "#agent-cli/transcript.ts";
import { entryIn, subagents } from "./transcript-entry.ts";

/** Claude Code sends the model's id of a tool call in the request's metadata. */
const CALL = "claudecode/toolUseId";
/** Bytes at the end of a transcript that contain any call still waited for. */
const RECENT = 8 * 1024 * 1024;
/** Maximum of kept calls: far more than an agent makes before the first of them is looked up. */
const MANY = 1000;

/**
 * Claude Code writes its transcript asynchronously: 0.1 s behind the conversation, ten seconds and more on a busy
 * machine. If it is killed meanwhile, a resumed conversation lacks the calls.
 */
export function transcriptCalls(paths: AgentPaths): Transcript {
  const { transcripts } = exchangePaths(paths);
  const known = new Map<string, CallState>();

  const note = (line: string): void => {
    for (const { id, kept } of callsIn(line)) known.set(id, kept);
    for (const [id] of known) {
      if (known.size <= MANY) break;
      known.delete(id);
    }
  };

  const readOn = newLines(transcripts, note, { atMost: RECENT, beside: subagents });
  let reading: Promise<boolean> | undefined;

  return {
    callIn(meta) {
      const id = meta?.[CALL];
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
