import * as z from "zod";
import { roleId } from "./agent.ts";
import { named } from "./named.ts";

const title = z.object({ en: z.string(), ja: z.string() });

const formationRole = named(
  "FormationRole",
  z.object({
    id: roleId,
    name: title,
    icon: z.string(),
    rank: z.int(),
    layer: z.enum(["command", "execution"]),
    reportsTo: z.string().optional(),
    model: z.string().optional(),
  }),
);

export const formation = named(
  "Formation",
  z.object({ name: z.string(), title, roles: z.array(formationRole), tabs: z.array(z.string()) }),
);

export const formationList = named(
  "FormationList",
  z.object({
    formations: z.array(formation),
    broken: z.array(z.object({ name: z.string(), problem: z.string() })).describe("Files that cannot be read, and why"),
  }),
);
