import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

type Call = (...args: unknown[]) => unknown;

/** Reports each call of these functions of `node:fs` and `node:fs/promises` in this process until it is disposed. */
export function watchFileSystem(names: readonly string[], tell: (name: string, result: unknown, path: string) => void) {
  const undo = [fs, fs.promises].flatMap((library) => {
    const calls = library as unknown as Record<string, Call | undefined>;
    return names.map((name) => {
      const original = calls[name];
      if (!original) return () => {};
      calls[name] = (...args) => {
        const result = original.apply(library, args);
        const told = (value: unknown) => {
          tell(name, value, String(args[0]));
          return value;
        };
        return result instanceof Promise ? result.then(told) : told(result);
      };
      return () => {
        calls[name] = original;
      };
    });
  });
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      for (const restore of undo) restore();
      syncBuiltinESMExports();
    },
  };
}
