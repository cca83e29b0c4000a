import { readdir, readFile } from "node:fs/promises";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Linux: the servers of this world, but for those that terminals of tests stand on. */
export async function serversOf(kind: MultiplexerKind, army: TemporaryArmy): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const words = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (!environment.split("\0").includes(`HOME=${army.home}`)) continue;
    const isServer = words[0]?.endsWith(kind) && words.includes(kind === "zellij" ? "--server" : "start-server");
    if (isServer && !words.some((word) => word.startsWith("terminal-"))) found.push(Number(pid));
  }
  return found;
}
