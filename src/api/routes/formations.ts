import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { type Api, type ApiParts, BASE } from "#api/environment.ts";
import { formation, formationList } from "#api/schemas/formation.ts";
import { formationName } from "#api/schemas/session.ts";
import { type Formation, formationFrom } from "#army/formation.ts";
import { asOvldError } from "#errors/ovld-error.ts";
import { listFormations, readFormationFile } from "#home/formation-files.ts";
import { errorText } from "#i18n/error-text.ts";
import { json, problems } from "./responses.ts";

export function addFormations(app: Api, { paths }: ApiParts): void {
  const load = async (name: string) => formationFrom(name, await readFormationFile(name, paths));

  const list = createRoute({
    method: "get",
    path: `${BASE}/formations`,
    operationId: "listFormations",
    summary: "All formations that can be summoned",
    tags: ["formations"],
    responses: { 200: json("Built-in formations and the user's own", formationList), ...problems(503) },
  });
  app.openapi(list, async (c) => {
    const words = c.get("words");
    const formations: z.infer<typeof formation>[] = [];
    const broken: { name: string; problem: string }[] = [];
    for (const name of await listFormations(paths))
      await load(name).then(
        (found) => formations.push(view(found)),
        (error) => broken.push({ name, problem: errorText(asOvldError(error), words).message }),
      );
    return c.json({ formations, broken }, 200);
  });

  const get = createRoute({
    method: "get",
    path: `${BASE}/formations/{formation}`,
    operationId: "getFormation",
    summary: "One formation",
    tags: ["formations"],
    request: { params: z.object({ formation: formationName }) },
    responses: { 200: json("The formation", formation), ...problems(404, 422, 503) },
  });
  app.openapi(get, async (c) => c.json(view(await load(c.req.valid("param").formation)), 200));
}

function view({ name, title, roles, tabs }: Formation): z.infer<typeof formation> {
  return {
    name,
    title,
    roles: roles.map(({ id, name: role, icon, rank, layer, reports_to, model }) => ({
      id,
      name: role,
      icon,
      rank,
      layer,
      ...(reports_to !== undefined && { reportsTo: reports_to }),
      ...(model !== undefined && { model }),
    })),
    tabs: tabs.map((tab) => tab.name),
  };
}
