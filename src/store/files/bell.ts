/** Remembers that it was rung until it is hushed. */
export interface Bell {
  ring(): void;
  hush(): void;
  /** True as soon as it was rung or the signal aborted, false when neither happened for `ms`. */
  rung(ms: number): Promise<boolean>;
}

export function newBell(signal: AbortSignal): Bell {
  let isRung = false;
  let wake = () => {};
  return {
    ring() {
      isRung = true;
      wake();
    },
    hush() {
      isRung = false;
    },
    rung(ms) {
      if (isRung || signal.aborted) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (result: boolean) => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          resolve(result);
        };
        const timer = setTimeout(end, ms, false);
        wake = () => end(true);
        signal.addEventListener("abort", wake);
      });
    },
  };
}
