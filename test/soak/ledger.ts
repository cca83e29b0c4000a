import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Lines that survive the death of their writer: each is one system call, and a torn last one does not count. */
export function note(file: string, ...words: (string | number | boolean)[]): void {
  appendFileSync(file, `${words.join(" ")}\n`);
}

export function notes(file: string): string[][] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" "));
}
