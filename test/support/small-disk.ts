import { execFileSync } from "node:child_process";
import type { TestContext } from "vitest";

export interface SmallDisk extends Disposable {
  setReadOnly(readOnly: boolean): void;
}

export const MAY_NOT_MOUNT = "this process may not mount a file system";

/** Mounts a small file system on `folder`; skips the test if this process may not mount. In CI that is a failure. */
export function mountSmall(context: TestContext, folder: string, size?: string): SmallDisk {
  return tryMountSmall(folder, size) ?? context.skip(MAY_NOT_MOUNT);
}

/** Like `mountSmall`, but a file system without link(2). */
export function mountLinkless(context: TestContext, folder: string): SmallDisk {
  return tryMount(folder, "-t", "mqueue") ?? context.skip(MAY_NOT_MOUNT);
}

/** Like `mountSmall`, but returns undefined instead of skipping, for a test that can check other things without it. */
export function tryMountSmall(folder: string, size = "512k"): SmallDisk | undefined {
  return tryMount(folder, "-t", "tmpfs", "-o", `size=${size},mode=0700`);
}

function tryMount(folder: string, ...options: string[]): SmallDisk | undefined {
  const system = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: "pipe" });
  try {
    system("mount", ...options, "ovld-test", folder);
  } catch (error) {
    if (process.env.CI === "true") throw new Error(MAY_NOT_MOUNT, { cause: error });
    return undefined;
  }
  return {
    setReadOnly: (readOnly) => system("mount", "-o", `remount,${readOnly ? "ro" : "rw"}`, folder),
    [Symbol.dispose]: () => system("umount", "-l", folder),
  };
}
