import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { programsIn } from "./process-table.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Linux: the servers of this fixture, but for those that terminals of tests stand on. */
export function serversOf(kind: MultiplexerKind, army: TemporaryArmy): number[] {
  const mark = kind === "zellij" ? "--server" : "start-server";
  return programsIn(army.home)
    .filter(({ argv }) => argv[0]?.endsWith(kind) && argv.includes(mark))
    .filter(({ argv }) => !argv.some((word) => word.startsWith("terminal-")))
    .map(({ pid }) => pid);
}
