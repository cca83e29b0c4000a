import { execFileSync } from "node:child_process";

export interface SmallDisk extends Disposable {
  setReadOnly(readOnly: boolean): void;
}

/** Mounts a small file system on `folder`; undefined if this process may not mount. */
export function mountSmall(folder: string, size = "512k"): SmallDisk | undefined {
  return mount(folder, "-t", "tmpfs", "-o", `size=${size},mode=0700`);
}

/** Mounts a file system without link(2); undefined if this process may not mount. */
export function mountLinkless(folder: string): SmallDisk | undefined {
  return mount(folder, "-t", "mqueue");
}

function mount(folder: string, ...options: string[]): SmallDisk | undefined {
  const system = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: "ignore" });
  try {
    system("mount", ...options, "ovld-test", folder);
  } catch {
    return undefined;
  }
  return {
    setReadOnly: (readOnly) => system("mount", "-o", `remount,${readOnly ? "ro" : "rw"}`, folder),
    [Symbol.dispose]: () => system("umount", "-l", folder),
  };
}
