import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findProgram } from "#base/find-program.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

export interface Call {
  argv: string[];
  /** Pid of the calling process. */
  caller: number;
  /** Start in milliseconds since the epoch. */
  start: number;
  /** End in milliseconds; equals `start` for calls that replace the wrapper by `exec`, because they may attach. */
  end: number;
}

/**
 * Wraps the real program in a script that records every call. The shell lines in `first` run before the real program.
 * The result reads the calls so far, in the order of their starts.
 */
export async function recordProgram(army: TemporaryArmy, name: string, first = ""): Promise<() => Promise<Call[]>> {
  const real = findProgram(name, process.env.PATH);
  const folder = join(army.folder, `calls-${name}`);
  await mkdir(folder);
  const script = `#!/bin/sh
call='${folder}'/$(date +%s%N)-$$
printf '%s\\037' "$PPID" "$@" > "$call"
${first}
case "$*" in *" action "*|*-buffer*|*list-*)
  '${real}' "$@"; code=$?
  date +%s%N > "$call.end"
  exit $code
esac
exec '${real}' "$@"
`;
  await writeFile(join(army.folder, "bin", name), script, { mode: 0o755 });
  return async () => {
    const files = (await readdir(folder)).filter((file) => !file.endsWith(".end")).sort();
    return Promise.all(files.map((file) => readCall(join(folder, file))));
  };
}

async function readCall(file: string): Promise<Call> {
  const [caller, ...argv] = (await readFile(file, "utf8")).split("\u001f").slice(0, -1);
  const start = milliseconds(/(\d+)-\d+$/.exec(file)?.[1]);
  const end = milliseconds(await readFile(`${file}.end`, "utf8").catch(() => undefined)) || start;
  return { argv, caller: Number(caller), start, end };
}

function milliseconds(nanoseconds = "0"): number {
  return Number(nanoseconds) / 1e6;
}
