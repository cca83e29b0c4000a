export type Ending = "parent-gone" | "SIGTERM" | "SIGINT" | "SIGHUP";

const PARENT_POLL = 400;

/** Resolves on a signal, or when the agent's process is gone. */
export function lifetime(process: NodeJS.Process): Promise<Ending> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, resolve);
    // The input of an orphan stays open while another process holds its other end.
    setInterval(() => process.ppid !== parent && resolve("parent-gone"), PARENT_POLL).unref();
  });
}
