import * as z from "zod";

/** A category names a folder in the insight store. */
export const categorySchema = () =>
  z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "lower-case letters, digits and hyphens, at most 40");

export const insightSchema = () =>
  z.object({
    id: z.string(),
    category: z.string(),
    title: z.string(),
    content: z.string(),
    author: z.string(),
    session: z.string(),
    timestamp: z.string(),
  });
