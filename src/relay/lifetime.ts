export type Ending = "parent-gone" | "SIGTERM" | "SIGINT" | "SIGHUP";

const PARENT_POLL = 400;

/** Resolves when this process is asked to end, or has lost the agent it works for. */
export function lifetime(process: NodeJS.Process): { ended: Promise<Ending>; stop(): void } {
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  const parent = process.ppid;
  let stop = () => {};
  const ended = new Promise<Ending>((resolve) => {
    for (const signal of signals) process.on(signal, resolve);
    // An orphan's input stays open when another process holds the other end, so that alone would not tell.
    const poll = setInterval(() => process.ppid !== parent && resolve("parent-gone"), PARENT_POLL).unref();
    stop = () => {
      clearInterval(poll);
      for (const signal of signals) process.off(signal, resolve);
    };
  });
  return { ended, stop };
}
