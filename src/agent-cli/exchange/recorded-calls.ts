import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import type { CallState, Transcript } from "#agent-cli/transcript.ts";
import { exchangePaths } from "./exchange-paths.ts";
import { newLines } from "./transcripts.ts";

/** How an agent CLI records tool calls. */
export interface CallFormat {
  /** Key of the model's id of a call in the metadata of its request to the relay. */
  callKey: string;
  /** The calls that a line of a transcript requests or answers. */
  callsIn(line: string): { id: string; kept: CallState }[];
  /** Further transcripts that belong to a named one. */
  beside?: (file: string) => Promise<string[]>;
}

/** Bytes at the end of a transcript that contain any call still waited for. */
const RECENT = 8 * 1024 * 1024;
/** Maximum of kept calls: far more than an agent makes before the first of them is looked up. */
const MANY = 1000;

/** The tool calls in an agent's transcripts. */
export function recordedCalls(paths: AgentPaths, { callKey, callsIn, beside }: CallFormat): Transcript {
  const known = new Map<string, CallState>();
  const note = (line: string): void => {
    for (const { id, kept } of callsIn(line)) known.set(id, kept);
    for (const [id] of known) {
      if (known.size <= MANY) break;
      known.delete(id);
    }
  };
  const readOn = newLines(exchangePaths(paths).transcripts, note, { atMost: RECENT, ...(beside && { beside }) });
  let reading: Promise<boolean> | undefined;
  return {
    callIn(meta) {
      const id = meta?.[callKey];
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
