import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { openStream } from "./event-stream.ts";
import { serving } from "./serving.ts";

test("a forged mood of one role blocks neither the list of agents nor the events of other roles", async () => {
  await using army = await temporaryArmy();
  const { session, roster, store } = await registerArmy(army);
  const hooksFolder = join(sessionPaths(army.paths, session).folder, "bell");
  for (const role of ["storm", "glacier"]) await mkdir(join(hooksFolder, role), { recursive: true });
  await writeFile(join(hooksFolder, "storm", "mood"), 'asking 1\n{"tool_name":"\\q"}\n');
  await writeFile(join(hooksFolder, "glacier", "mood"), "ready 1\n");
  await using server = await serving(army);
  const { agents } = await server.client.call("listAgents", { path: { session } });
  expect(agents.map(({ role }) => role)).toEqual(roster.roles.map(({ id }) => id));
  expect(agents.find(({ role }) => role === "glacier")?.mood?.mood).toBe("ready");
  await using stream = await openStream(server);
  await stream.until(() => stream.of("ready").length > 0);
  await store.status.set({ role: "inferno", status: "working", task: "", updated: new Date().toISOString() });
  await stream.until(() =>
    stream.of("status").some(({ data }) => data.role === "inferno" && data.status === "working"),
  );
  await writeFile(join(hooksFolder, "glacier", "mood"), "busy 1\n");
  await stream.until(() => stream.of("mood").some(({ data }) => data.role === "glacier" && data.mood === "busy"));
});
