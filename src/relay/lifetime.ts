export type Ending = "parent-gone" | "SIGTERM" | "SIGINT" | "SIGHUP";

const PARENT_POLL = 400;

/** Resolves when this process is asked to end, or has lost the agent it works for. */
export function lifetime(process: NodeJS.Process): Promise<Ending> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, resolve);
    // An orphan's input stays open when another process holds the other end, so that alone would not tell.
    setInterval(() => process.ppid !== parent && resolve("parent-gone"), PARENT_POLL).unref();
  });
}
