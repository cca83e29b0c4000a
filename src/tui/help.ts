import { padded, widthOf } from "./fit.ts";
import { type Line, span } from "./line.ts";
import type { Scene } from "./scene.ts";

export function helpLines({ words }: Scene): Line[] {
  const { help } = words.dashboard;
  const width = Math.max(...help.lines.map(([key = ""]) => widthOf(key)));
  const lines = help.lines.map(([key = "", what = ""]): Line => [span(padded(key, width + 2), "strong"), span(what)]);
  return [...lines, [span(help.close, "quiet")]];
}
