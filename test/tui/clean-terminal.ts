import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { openTerminal, ovldOnTerminal, type Terminal } from "#test/support/terminal.ts";
import type { ShownArmy } from "./shown-army.ts";

export interface CheckedTerminal extends Terminal {
  /** Pid of the dashboard. */
  dashboard(): Promise<number>;
  /** Fails unless the program has restored the terminal. */
  isClean(): Promise<void>;
}

/** Runs `ovld dashboard` on a terminal, and records the terminal's settings before and after. */
export async function checkedDashboard(
  { army, env, session }: ShownArmy,
  node: string[] = [],
): Promise<CheckedTerminal> {
  const line = 'stty -g >"$0.before"; "$@"; status=$?; stty -g >"$0.after"; exit $status';
  const settings = join(army.folder, "stty");
  const argv = ovldOnTerminal("dashboard", "--session", session);
  // Options of Node must precede the program.
  argv.splice(argv.indexOf(process.execPath) + 1, 0, ...node);
  const options = { cwd: army.project, env, columns: 80, rows: 24 };
  const terminal = await openTerminal(["sh", "-c", line, settings, ...argv], options);
  return {
    ...terminal,
    async dashboard() {
      const { stdout } = await promisify(execFile)("pgrep", ["-P", String(await terminal.pid())]);
      return Number(stdout);
    },
    async isClean() {
      expect(await readFile(`${settings}.after`, "utf8")).toBe(await readFile(`${settings}.before`, "utf8"));
      // The alternate screen is off, the cursor is visible, lines wrap.
      expect(await terminal.tells("#{alternate_on} #{cursor_flag} #{wrap_flag}")).toBe("0 1 1");
      await terminal.paste("pasted");
      const shown = await terminal.sees("pasted");
      expect(shown).not.toContain("200~");
    },
  };
}
