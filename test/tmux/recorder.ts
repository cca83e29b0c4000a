import { readFile } from "node:fs/promises";

/**
 * A command that records its arguments and environment, and then every byte of its input. `as` selects the program in
 * the foreground.
 */
export function recorder(file: string, args: readonly string[], as: "cat" | "sh" = "cat"): [string, ...string[]] {
  const script = `for arg; do printf '%s\\0' "$arg"; done > "$0.args"; cat /proc/$$/environ > "$0.env"; stty raw -echo; : > "$0.text"; ${as === "cat" ? "exec " : ""}cat >> "$0.text"`;
  return ["sh", "-c", script, file, ...args];
}

export async function recorded(file: string) {
  const list = async (kind: string) => (await readFile(`${file}.${kind}`, "utf8")).split("\0").slice(0, -1);
  return {
    args: () => list("args"),
    environment: async () =>
      new Map((await list("env")).map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])),
    text: () => readFile(`${file}.text`),
  };
}
