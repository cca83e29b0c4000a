import { spawn } from "node:child_process";

export interface DetachedOptions {
  env: Readonly<Record<string, string | undefined>>;
  directory: string;
  onError(error: Error): void;
}

/** Starts a program without stdio that outlives this process. */
export function startDetached(program: string, args: readonly string[], options: DetachedOptions): void {
  const { env, directory: cwd, onError } = options;
  const child = spawn(program, args, { env, cwd, detached: true, stdio: "ignore" });
  child.on("error", onError);
  child.unref();
}
