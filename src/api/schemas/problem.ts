import * as z from "zod";
import { named } from "./named.ts";

export const problem = named(
  "Problem",
  z.object({
    type: z.string().describe("`urn:ovld:problem:` and the code"),
    title: z.string().describe("What kind of problem it is"),
    status: z.int().describe("The status of the answer"),
    detail: z.string().describe("The fact, in one line, in the language of Accept-Language (en, ja)"),
    code: z.string().describe("The same in every language and version"),
    hint: z.string().optional().describe("What to do"),
  }),
);

export type Problem = z.infer<typeof problem>;
