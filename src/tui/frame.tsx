import { Writable } from "node:stream";
import { Box, render, Text, type TextProps } from "ink";
import { memo } from "react";
import type { Line, Tone } from "./line.ts";

export interface FrameOptions {
  isColoured: boolean;
}

/** Turns lines into what is written to a terminal, by way of Ink. */
export interface FrameMaker {
  /** One text for each line, colours included. */
  draw(lines: readonly Line[], columns: number): string[];
  close(): void;
}

/**
 * Ink lays out and colours; it does not write to the terminal. Its own way of writing clears a full screen with the
 * scrollback above it, so its frames are caught (its option `debug` gives every frame whole) and `paint.ts` writes them.
 */
export function openFrames({ isColoured }: FrameOptions): FrameMaker {
  let [frame, columns] = ["", 0];
  const sink = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      frame = text;
      done();
    },
  });
  Object.defineProperty(sink, "columns", { get: () => columns });
  const stdout = sink as unknown as NodeJS.WriteStream;
  const options = { stdout, debug: true, patchConsole: false, exitOnCtrlC: false, isScreenReaderEnabled: false };
  const app = render(null, options);
  return {
    draw(lines, width) {
      columns = width;
      app.rerender(<Screen lines={lines} columns={width} isColoured={isColoured} />);
      return frame.split("\n");
    },
    close: () => app.unmount(),
  };
}

function Screen({ lines, columns, isColoured }: { lines: readonly Line[]; columns: number; isColoured: boolean }) {
  return (
    <Box flexDirection="column" width={columns} height={lines.length}>
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is what it is by its number.
        <Row key={row} line={line} isColoured={isColoured} />
      ))}
    </Box>
  );
}

const Row = memo(function Row({ line, isColoured }: { line: Line; isColoured: boolean }) {
  return (
    <Box height={1}>
      <Text wrap="truncate-end">
        {line.map(({ text, tone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a line is what it is by its place.
          <Text key={index} {...(isColoured && tone ? looks[tone] : {})}>
            {text}
          </Text>
        ))}
      </Text>
    </Box>
  );
}, hasSameLine);

/** Lines are made anew for every frame; most of them say the same. */
function hasSameLine(a: { line: Line }, b: { line: Line }): boolean {
  const { length } = a.line;
  return (
    length === b.line.length &&
    a.line.every(({ text, tone }, at) => text === b.line[at]?.text && tone === b.line[at]?.tone)
  );
}

const looks: Record<Tone, TextProps> = {
  good: { color: "green" },
  bad: { color: "red" },
  warn: { color: "yellow" },
  info: { color: "cyan" },
  quiet: { color: "gray" },
  strong: { bold: true },
};
