import { run } from "./run.ts";

/** Start time of a process without `/proc`. The text must not depend on the caller's locale or time zone. */
export async function startByPs(pid: number): Promise<string | undefined> {
  const ps = ["LC_ALL=C", "TZ=UTC", "ps", "-o", "lstart=", "-p", String(pid)];
  const asked = run("env", ps, { timeLimit: 5000 });
  const { stdout } = await asked.catch(() => ({ stdout: "" }));
  return stdout.trim() || undefined;
}
