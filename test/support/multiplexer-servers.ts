import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { programsIn } from "./process-table.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Linux: the multiplexer servers of this fixture, except those that provide the terminals of tests. */
export function serversOf(kind: MultiplexerKind, army: TemporaryArmy): number[] {
  const mark = kind === "zellij" ? "--server" : "start-server";
  return programsIn(army.home)
    .filter(({ argv }) => argv[0]?.endsWith(kind) && argv.includes(mark))
    .filter(({ argv }) => !argv.some((word) => word.startsWith("terminal-")))
    .map(({ pid }) => pid);
}
