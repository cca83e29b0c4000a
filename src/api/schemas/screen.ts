import * as z from "zod";
import { named } from "./named.ts";

export const screenFormats = ["text", "ansi", "cells"] as const;
export type ScreenFormat = (typeof screenFormats)[number];

const isSet = z.literal(true).optional();
const colour = named(
  "Colour",
  z
    .union([z.int().min(0).max(255), z.string().regex(/^#[0-9a-f]{6}$/)])
    .describe("Index in the terminal's palette of 256 colours, or an RGB value"),
);

const cellRun = named(
  "CellRun",
  z
    .object({
      text: z.string(),
      width: z.int().min(0).describe("Width of the run in cells"),
      foreground: colour.optional(),
      background: colour.optional(),
      bold: isSet,
      dim: isSet,
      italic: isSet,
      underline: isSet,
      blink: isSet,
      inverse: isSet,
      hidden: isSet,
      strike: isSet,
    })
    .describe("Adjacent cells with the same style and the same width of each character"),
);

const place = {
  cursor: z.object({ row: z.int(), column: z.int() }).optional().describe("Zero-based"),
  size: z.object({ columns: z.int(), rows: z.int() }).optional().describe("Size of the pane"),
};

export const screen = named(
  "Screen",
  z.union([
    z.object({ format: z.enum(["text", "ansi"]), text: z.string(), ...place }),
    z.object({
      format: z.literal("cells"),
      rows: z.array(z.array(cellRun)).describe("From the top; the rest of each row and of the screen is empty"),
      ...place,
    }),
  ]),
);

export type ScreenView = z.infer<typeof screen>;
