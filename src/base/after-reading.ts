/**
 * Calls back after `ms`, once what had come by then was read: timers of a process that was busy are due before that. Holds up
 * no end of the process. Gives back how to call it off.
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
