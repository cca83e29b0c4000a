import stringWidth from "string-width";

export interface Dimensions {
  width: number;
  height: number;
}

const REMEMBERED = 2048;
const known = new Map<string, Dimensions>();

/** The build puts these two in the place of Ink's own: one remembers every text it ever measured, the other none. */
export function measureText(text: string): Dimensions {
  if (text === "") return { width: 0, height: 0 };
  const before = known.get(text);
  if (before) return before;
  if (known.size >= REMEMBERED) known.clear();
  const lines = text.split("\n");
  const dimensions = { width: Math.max(...lines.map((line) => stringWidth(line))), height: lines.length };
  known.set(text, dimensions);
  return dimensions;
}

export function widestLine(text: string): number {
  return measureText(text).width;
}
