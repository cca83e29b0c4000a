import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface StandInProgram {
  program: string;
  /** The arguments of each call so far. */
  calls(): Promise<string[][]>;
  forget(): Promise<void>;
}

/** Replaces a foreign program by a shell script that records its arguments, then runs `script`. */
export async function standInProgram(folder: string, script: string): Promise<StandInProgram> {
  const [program, log] = [join(folder, "stand-in"), join(folder, "calls")];
  await writeFile(program, `#!/bin/sh\nprintf '%s\\037' "$@" >> '${log}'\nprintf '\\036' >> '${log}'\n${script}\n`, {
    mode: 0o755,
  });
  return {
    program,
    calls: async () =>
      (await readFile(log, "utf8").catch(() => ""))
        .split("\u001e")
        .slice(0, -1)
        .map((call) => call.split("\u001f").slice(0, -1)),
    forget: () => rm(log, { force: true }),
  };
}
