import { exitStatus } from "#errors/ovld-error.ts";
import type { Outcome } from "./run-bounded.ts";

/** Control characters except line breaks and tabs, and direction marks. */
const MOVES_CURSOR = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;
const STACK = /^\s+at .*:\d+:\d+\)?$/m;
const known = Object.values(exitStatus).filter((status) => status !== exitStatus.bug) as number[];

/** Faults of a command, one line each: a hang, an unknown exit status, a stack or control characters. */
export function complaints({ command, status, stdout, stderr, isHung }: Outcome): string[] {
  const printed = `${stdout}${stderr}`;
  const isForPrograms = /--json|--export json/.test(command);
  const faults = [
    isHung && "hung",
    !isHung && status !== 0 && !known.includes(status ?? -1) && `ended with ${status}: ${stderr || stdout}`,
    STACK.test(printed) && `printed a stack: ${stderr}`,
    !isForPrograms && MOVES_CURSOR.test(printed) && `moves the cursor: ${JSON.stringify(around(printed))}`,
  ];
  return faults.flatMap((fault) => (fault ? [`ovld ${command}: ${fault}`] : []));
}

function around(text: string): string {
  const at = MOVES_CURSOR.exec(text)?.index ?? 0;
  return text.slice(Math.max(0, at - 40), at + 40);
}
