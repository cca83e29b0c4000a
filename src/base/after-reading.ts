/**
 * Calls back after `ms`, but not before pending input is read: in a process that was busy, timers fire before I/O. Does
 * not keep the process alive. Returns the cancel function.
 */
export function afterReading(ms: number, work: () => void): () => void {
  let isOff = false;
  const looked = () => {
    if (!isOff) work();
  };
  const timer = setTimeout(setImmediate, ms, looked).unref();
  return () => {
    isOff = true;
    clearTimeout(timer);
  };
}
