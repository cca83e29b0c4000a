import type { Sandbox } from "#sandbox/sandbox.ts";

/** No confinement at all. */
export function none(): Sandbox {
  return {
    engine: "none",
    folders: () => [],
    files: () => [],
    check: async () => {},
    wrap: (argv) => [...argv],
  };
}
