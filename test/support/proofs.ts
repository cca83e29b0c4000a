import { lacksProgram } from "./programs.ts";
import { requirements } from "./requirements.ts";

/** Result of a test that cites a requirement. */
export interface Proof {
  id: string;
  state: "passed" | "failed" | "skipped";
  /** Reason for skipping the test. */
  note?: string | undefined;
}

export interface Verdict {
  proved: readonly string[];
  /** Ids without a passed test because a program is missing, with the reason. */
  excused: ReadonlyMap<string, string>;
  /** Ids without a passed test for another reason. */
  unproved: readonly string[];
  /** Cited ids without a requirement. */
  unknown: readonly string[];
}

/** In CI a missing program is no excuse. */
export function judgeProofs(proofs: readonly Proof[], { isCI }: { isCI: boolean }): Verdict {
  const ids: readonly string[] = requirements.map(([id]) => id);
  const passed = new Set(proofs.filter(({ state }) => state === "passed").map(({ id }) => id));
  const excused = new Map<string, string>();
  for (const { id, state, note } of proofs)
    if (!isCI && state === "skipped" && lacksProgram(note) && !passed.has(id)) excused.set(id, note);
  for (const { id, state } of proofs) if (state === "failed") excused.delete(id);
  return {
    proved: ids.filter((id) => passed.has(id)),
    excused,
    unproved: ids.filter((id) => !passed.has(id) && !excused.has(id)),
    unknown: [...new Set(proofs.map(({ id }) => id))].filter((id) => !ids.includes(id)),
  };
}
