import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { runningPrograms } from "./process-table.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Linux: the servers of this world, but for those that terminals of tests stand on. */
export function serversOf(kind: MultiplexerKind, army: TemporaryArmy): number[] {
  const mark = kind === "zellij" ? "--server" : "start-server";
  return runningPrograms()
    .filter(({ environment }) => environment.includes(`HOME=${army.home}`))
    .filter(({ argv }) => argv[0]?.endsWith(kind) && argv.includes(mark))
    .filter(({ argv }) => !argv.some((word) => word.startsWith("terminal-")))
    .map(({ pid }) => pid);
}
