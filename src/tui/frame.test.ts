import { expect, test } from "vitest";
import { aScene } from "#test/tui/a-scene.ts";
import { drawScreen } from "./draw.ts";
import { openFrames } from "./frame.tsx";
import { LeanOutput } from "./lean-output.ts";
import { type Line, plainText, span } from "./line.ts";

const lines = (language: "en" | "ja", columns = 90) => drawScreen(aScene({ language, columns })).lines;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape codes.
const uncoloured = (text: string) => text.replaceAll(/\u001b\[[\d;]*m/g, "");

test.each(["en", "ja"] as const)("Ink draws the lines as they are (%s)", (language) => {
  const frames = openFrames({ isColoured: false });
  const drawn = frames.draw(lines(language), 90);
  frames.close();
  expect(drawn).toEqual(lines(language).map(plainText));
});

test("follows every change: other lines, another size", () => {
  const frames = openFrames({ isColoured: false });
  frames.draw(lines("en"), 90);
  expect(frames.draw(lines("ja", 60), 60)).toEqual(lines("ja", 60).map(plainText));
  const few: Line[] = [[], [span("業火", "bad"), span("!")]];
  expect(frames.draw(few, 20)).toEqual(["", "業火!"]);
  expect(frames.draw(few, 20)).toEqual(["", "業火!"]);
  frames.close();
});

test("what stands in for Ink's own output gives the same lines", async () => {
  const { default: InkOutput } = await import("../../node_modules/ink/build/output.js");
  const paint = (line: string) => `\u001b[31m${line}\u001b[39m`;
  const pictures = [LeanOutput, InkOutput].map((Output) => {
    const output = new Output({ width: 30, height: 4 });
    output.write(0, 0, "魔王 ready", { transformers: [] });
    output.write(12, 0, "🔥 busy", { transformers: [paint] });
    output.write(3, 2, "two\nlines", { transformers: [] });
    output.write(0, 9, "nowhere", { transformers: [] });
    const { output: text, height } = output.get();
    return { text: uncoloured(text), height };
  });
  expect(pictures[0]).toEqual(pictures[1]);
});
