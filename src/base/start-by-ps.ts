import { run } from "./run.ts";

/** When a process started, where there is no `/proc`. The text must not follow the caller's locale or time zone. */
export async function startByPs(pid: number): Promise<string | undefined> {
  const ps = ["LC_ALL=C", "TZ=UTC", "ps", "-o", "lstart=", "-p", String(pid)];
  const asked = run("env", ps, { timeLimit: 5000 });
  const { stdout } = await asked.catch(() => ({ stdout: "" }));
  return stdout.trim() || undefined;
}
