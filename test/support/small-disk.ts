import { execFileSync } from "node:child_process";

export interface SmallDisk extends Disposable {
  setReadOnly(readOnly: boolean): void;
}

/** A file system of its own in `folder`, small enough to fill; undefined where this process may not mount. */
export function mountSmall(folder: string, size = "512k"): SmallDisk | undefined {
  return mount(folder, "-t", "tmpfs", "-o", `size=${size},mode=0700`);
}

/** One that has files and no link(2); undefined where this process may not mount. */
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
