/** The first version number in a program's output: `3.3a`, `0.45.1`. */
export function versionIn(text: string): string | undefined {
  return /\d+(\.\d+)+[a-z]?/.exec(text)?.[0];
}

export function isAtLeast(version: string, needed: string): boolean {
  const [a, b] = [version, needed].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
