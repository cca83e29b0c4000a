export interface Line {
  what: string;
  who: string;
  result: string;
  ratio: string;
  does: string;
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const ratio = (value: number, limit: number) => `${(value / limit).toFixed(2)} ×`;

/** One table in Markdown, for docs/benchmarks/peers.md. */
export function printHead(): void {
  console.log("\n| work | program | result | × bare limit | does |\n|---|---|---|---|---|");
}

export function printLines(lines: readonly Line[]): void {
  for (const { what, who, result, ratio, does } of lines)
    console.log(`| ${what} | ${who} | ${result} | ${ratio} | ${does} |`);
}
