import type { Sandbox } from "#sandbox/sandbox.ts";

/** No confinement. */
export function none(): Sandbox {
  return {
    engine: "none",
    folders: () => [],
    files: () => [],
    check: async () => {},
    wrap: (argv) => [...argv],
  };
}
