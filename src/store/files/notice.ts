/** A latched notification of a change: it stays set until it is dropped. */
export interface Notice {
  give(): void;
  drop(): void;
  /** True once the notice was given or the signal aborted, false after `ms` without either. */
  given(ms: number): Promise<boolean>;
}

export function newNotice(signal: AbortSignal): Notice {
  let isGiven = false;
  let wake = () => {};
  return {
    give() {
      isGiven = true;
      wake();
    },
    drop() {
      isGiven = false;
    },
    given(ms) {
      if (isGiven || signal.aborted) return Promise.resolve(true);
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
