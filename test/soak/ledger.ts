import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Appends a line in one system call, so that a killed writer loses at most its last line. */
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
