import * as z from "zod";
import { named } from "./named.ts";

export const screenFormats = ["text", "ansi", "cells"] as const;
export type ScreenFormat = (typeof screenFormats)[number];

const isWorn = z.literal(true).optional();
const colour = named(
  "Colour",
  z
    .union([z.int().min(0).max(255), z.string().regex(/^#[0-9a-f]{6}$/)])
    .describe("A number from the terminal's own palette of 256, or the colour itself"),
);

const cellRun = named(
  "CellRun",
  z
    .object({
      text: z.string(),
      width: z.int().min(0).describe("How many cells all of it takes"),
      foreground: colour.optional(),
      background: colour.optional(),
      bold: isWorn,
      dim: isWorn,
      italic: isWorn,
      underline: isWorn,
      blink: isWorn,
      inverse: isWorn,
      hidden: isWorn,
      strike: isWorn,
    })
    .describe("Cells beside each other that look the same and whose characters all take as many cells"),
);

const place = {
  cursor: z.object({ row: z.int(), column: z.int() }).optional().describe("Counted from 0"),
  size: z.object({ columns: z.int(), rows: z.int() }).optional().describe("Of the pane"),
};

export const screen = named(
  "Screen",
  z.union([
    z.object({ format: z.enum(["text", "ansi"]), text: z.string(), ...place }),
    z.object({
      format: z.literal("cells"),
      rows: z.array(z.array(cellRun)).describe("From the top; what is left of a row, and of the screen, is empty"),
      ...place,
    }),
  ]),
);

export type ScreenView = z.infer<typeof screen>;
