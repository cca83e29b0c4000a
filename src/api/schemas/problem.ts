import * as z from "zod";
import { named } from "./named.ts";

export const problem = named(
  "Problem",
  z.object({
    type: z.string().describe("`urn:ovld:problem:` and the code"),
    title: z.string().describe("Kind of the problem"),
    status: z.int().describe("HTTP status"),
    detail: z.string().describe("The fact, in one line, in the language of Accept-Language (en, ja)"),
    code: z.string().describe("The same in every language and version"),
    hint: z.string().optional().describe("The next step"),
  }),
);

export type Problem = z.infer<typeof problem>;
